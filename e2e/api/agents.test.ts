import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'

describe.each(inject('products'))('agents on $database', (product) => {
  let account: Account
  let params: { organization: string }
  let premiumModel: string
  beforeAll(async () => {
    account = await newAccount(product)
    params = { organization: account.organization }
    premiumModel = (await account.get('listAiModels')).find((model) => model.is_premium)!.id
  })

  describe('POST /organizations/{organization}/agents', () => {
    it('gives the first non-premium model, no human mode and empty text when only a name is sent', async () => {
      const agent = await account.get('createAgent', { params, body: { name: ' Guide ' } })
      expect(agent).toMatchObject({
        name: 'Guide',
        description: '',
        model: { slug: 'baton-built-in' },
        human_intervention: false,
        only_human: false,
        is_disabled: false,
        disabled_reason: null,
      })
      expect(agent.updated_at).toBe(agent.created_at)
      expect(await account.get('getAgent', { params: { agent: agent.id } })).toEqual(agent)
    })

    it('assigns the model sent as id', async () => {
      const agent = await account.newAgent({ id: premiumModel.toUpperCase(), description: 'Knows' })
      expect([agent.model.id, agent.description]).toEqual([premiumModel, 'Knows'])
    })

    it('ignores fields it does not know, and settings that are not for create', async () => {
      const agent = await account.newAgent({ only_human: true, is_disabled: true, secret: 'x', __proto__: { a: 1 } })
      expect([agent.only_human, agent.is_disabled]).toEqual([false, false])
    })

    it.each([
      ['name', {}],
      ['name', { name: ' \n ' }],
      ['name', { name: null }],
      ['name', { name: 7 }],
      ['name', { name: 'x'.repeat(256) }],
      ['name', { name: 'a\0b' }],
      ['description', { name: 'x', description: 'x'.repeat(5_001) }],
      ['id', { name: 'x', id: 'built-in' }],
      ['id', { name: 'x', id: randomUUID() }],
    ])('422 validation_failed on %s for %j', async (field, body) => {
      const answer = await account.send('createAgent', { params, body })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })

    it('takes 255 and 5,000 code points', async () => {
      const agent = await account.newAgent({ name: '🏃'.repeat(255), description: 'é'.repeat(5_000) })
      expect([[...agent.name].length, agent.description.length]).toEqual([255, 5_000])
    })
  })

  describe('premium models and settings on a plan that is not premium', () => {
    it('POST → 422 premium_plan_required; PATCH likewise for model, human_intervention and only_human', async () => {
      const other = await newAccount(product)
      const agent = await other.newAgent()
      await other.setPlan('promotional')
      const create = await other.send('createAgent', {
        params: { organization: other.organization },
        body: { name: 'x', id: premiumModel },
      })
      expect(refusal(create)).toEqual([422, 'premium_plan_required'])
      const bodies = [
        { model_id: premiumModel },
        { id: premiumModel },
        { human_intervention: true },
        { only_human: true },
      ]
      for (const body of bodies) {
        const answer = await other.send('updateAgent', { params: { agent: agent.id }, body })
        expect(refusal(answer), JSON.stringify(body)).toEqual([422, 'premium_plan_required'])
      }
      const off = await other.get('updateAgent', { params: { agent: agent.id }, body: { only_human: false } })
      expect(off).toMatchObject({ only_human: false, human_intervention: false, model: agent.model })
    })
  })

  describe('GET /organizations/{organization}/agents', () => {
    it('lists newest first, filters by status and model, and leaves deleted ones out', async () => {
      const other = await newAccount(product)
      const list = (query = {}) => other.get('listAgents', { params: { organization: other.organization }, query })
      const ids = async (query = {}) => (await list(query)).map(({ id }) => id)
      const [first, second, third] = [
        await other.newAgent(),
        await other.newAgent({ id: premiumModel }),
        await other.newAgent(),
      ]
      expect(await ids()).toEqual([third.id, second.id, first.id])
      await other.disable(first.id)
      expect(await ids({ status: 'disabled' })).toEqual([first.id])
      expect(await ids({ status: 'active' })).toEqual([third.id, second.id])
      expect(await ids({ id: premiumModel })).toEqual([second.id])
      expect(await ids({ id: premiumModel, status: 'disabled' })).toEqual([])
      expect(await ids({ id: randomUUID() })).toEqual([])
      expect((await list({ status: 'disabled' }))[0]?.disabled_reason).toBe('On holiday')
      await other.get('deleteAgent', { params: { agent: third.id } })
      expect(await ids()).toEqual([second.id, first.id])
    })

    it.each([
      ['status', 'open'],
      ['status', ''],
      ['id', 'x'],
      ['page', '0'],
      ['per_page', 'many'],
    ])('422 validation_failed for %s=%s', async (field, value) => {
      const answer = await account.send('listAgents', { params, query: { [field]: value } })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })
  })

  describe('PATCH /agents/{agent}', () => {
    it('changes what is sent and leaves the rest; updated_at moves', async () => {
      const agent = await account.newAgent({ description: 'First' })
      const update = (body: object) => account.get('updateAgent', { params: { agent: agent.id }, body })
      const renamed = await update({ name: 'Renamed' })
      expect(renamed).toEqual({ ...agent, name: 'Renamed', updated_at: renamed.updated_at })
      expect(Date.parse(renamed.updated_at)).toBeGreaterThan(Date.parse(agent.updated_at))
      expect((await update({ description: '' })).description).toBe('')
      expect(await update({ human_intervention: true, only_human: true })).toMatchObject({
        human_intervention: true,
        only_human: true,
      })
      expect((await update({ model_id: premiumModel })).model.id).toBe(premiumModel)
      expect((await update({ id: agent.model.id })).model.id).toBe(agent.model.id)
      expect((await update({ id: premiumModel, model_id: premiumModel })).model.id).toBe(premiumModel)
      const inUpperCase = premiumModel.toUpperCase()
      expect((await update({ id: inUpperCase, model_id: premiumModel })).model.id).toBe(premiumModel)
    })

    it('an empty PATCH is 200 and changes nothing, not even updated_at', async () => {
      const agent = await account.newAgent()
      expect(await account.get('updateAgent', { params: { agent: agent.id }, body: {} })).toEqual(agent)
      expect(await account.get('updateAgent', { params: { agent: agent.id } })).toEqual(agent)
    })

    it.each([
      ['name', { name: '' }],
      ['model_id', { model_id: randomUUID() }],
      ['model_id', { model_id: '1a525e1b-17ce-4b03-aa9d-fafb1a6b13fc', id: randomUUID() }],
      ['id', { id: randomUUID() }],
      ['only_human', { only_human: 'true' }],
      ['human_intervention', { human_intervention: 1 }],
    ])('422 validation_failed on %s for %j', async (field, body) => {
      const agent = await account.newAgent()
      const answer = await account.send('updateAgent', { params: { agent: agent.id }, body })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
      expect(await account.get('getAgent', { params: { agent: agent.id } })).toEqual(agent)
    })
  })

  describe('DELETE /agents/{agent}', () => {
    it('answers 204 with an empty body; then the agent and all that is below it is nowhere', async () => {
      const agent = await account.newAgent()
      const conversation = await account.newConversation(agent.id)
      const source = await account.newTextSource(agent.id)
      const deleted = await account.send('deleteAgent', { params: { agent: agent.id } })
      expect([deleted.status, deleted.body]).toEqual([204, undefined])
      const ids = { agent: agent.id, conversation: conversation.id, source: source.id, taskId: source.task_id }
      for (const name of ['getAgent', 'deleteAgent', 'getConversation', 'listSources', 'getTrainingJob'] as const)
        expect(refusal(await account.send(name, { params: ids })), name).toEqual([404, 'resource_not_found'])
    })
  })
})
