import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('agents on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: '{"read":10000,"write":10000}' } })
  })
  afterAll(() => test.close())

  const start = async () => {
    owner = await test.signUp()
    key = await owner.key()
    return { organization: owner.organizationId }
  }
  const models = async () => (await test.request('listAiModels', {}, { key })).data
  const premiumModel = async () => (await models()).find((model) => model.is_premium)!
  const setPlan = (plan: 'free' | 'premium' | 'promotional') =>
    test.request('updateOrganization', { params: { organization: owner.organizationId }, body: { plan } }, owner)

  describe('POST /organizations/{organization}/agents', () => {
    it('creates an agent with the first model that is not premium', async () => {
      const params = await start()
      const answer = await test.request(
        'createAgent',
        { params, body: { name: ' Guide ', description: 'd', extra: 1 } as never },
        { key },
      )
      const first = (await models()).find((model) => !model.is_premium)!
      expect(answer.data).toEqual({
        id: expect.any(String),
        name: 'Guide',
        description: 'd',
        model: { id: first.id, name: first.name, slug: first.slug },
        human_intervention: false,
        only_human: false,
        is_disabled: false,
        disabled_reason: null,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: expect.stringMatching(/\.\d{3}Z$/),
      })
    })

    it('takes a premium model on the premium plan and refuses it on the promotional one', async () => {
      const params = await start()
      const { id } = await premiumModel()
      expect((await test.request('createAgent', { params, body: { name: 'A', id } }, { key })).status).toBe(201)
      await setPlan('promotional')
      const refused = await test.request('createAgent', { params, body: { name: 'A', id } }, { key })
      expect([refused.status, refused.body.error.code]).toEqual([422, 'premium_plan_required'])
    })

    it('refuses a model that does not exist', async () => {
      const params = await start()
      const id = '00000000-0000-4000-8000-000000000000'
      const answer = await test.request('createAgent', { params, body: { name: 'A', id } }, { key })
      expect(answer.body.error.details).toEqual([{ field: 'id', message: 'The id field names no AI model.' }])
    })
  })

  describe('GET /organizations/{organization}/agents', () => {
    it('lists newest first, in pages whose links carry page alone', async () => {
      const params = await start()
      for (const name of ['one', 'two', 'three']) await buildAgent(test, owner, { name })
      const first = await test.request('listAgents', { params, query: { per_page: 2, status: 'active' } }, { key })
      expect(first.data.map((agent) => agent.name)).toEqual(['three', 'two'])
      expect(first.body.meta).toMatchObject({ current_page: 1, per_page: 2, total: 3, last_page: 2 })
      const address = `/v1/organizations/${owner.organizationId}/agents?page=`
      expect(first.body.links.next.endsWith(`${address}2`)).toBe(true)
      expect(first.body.links.prev).toBeNull()
      const last = await test.request('listAgents', { params, query: { per_page: 2, page: 2 } }, { key })
      expect(last.data.map((agent) => agent.name)).toEqual(['one'])
      expect([last.body.links.next, last.body.links.prev.endsWith(`${address}1`)]).toEqual([null, true])
      const beyond = await test.request('listAgents', { params, query: { page: 9 } }, { key })
      expect([beyond.status, beyond.data, beyond.body.meta.total]).toEqual([200, [], 3])
    })

    it('filters by status and model and leaves deleted ones out', async () => {
      const params = await start()
      const premium = await premiumModel()
      const plain = await buildAgent(test, owner)
      const rich = await buildAgent(test, owner, { id: premium.id })
      const gone = await buildAgent(test, owner)
      await test.request('deleteAgent', { params: { agent: gone.id } }, { key })
      await test.request(
        'updateAgentSettings',
        { params: { agent: plain.id }, body: { is_disabled: true, disabled_reason: 'Holiday' } },
        owner,
      )
      const list = async (query: object) => {
        const answer = await test.request('listAgents', { params, query }, { key })
        expect(answer.body.meta.total).toBe(answer.data.length)
        return answer.data.map((agent) => agent.id)
      }
      expect(await list({})).toEqual([rich.id, plain.id])
      expect(await list({ status: 'disabled' })).toEqual([plain.id])
      expect(await list({ status: 'active' })).toEqual([rich.id])
      expect(await list({ id: premium.id })).toEqual([rich.id])
      expect(await list({ id: premium.id, status: 'disabled' })).toEqual([])
    })
  })

  describe('PATCH /agents/{agent}', () => {
    it('changes what is sent and leaves an empty patch unchanged', async () => {
      await start()
      const agent = await buildAgent(test, owner, { description: 'before' })
      const params = { agent: agent.id }
      const changed = await test.request('updateAgent', { params, body: { name: 'New', only_human: true } }, { key })
      expect(changed.data).toMatchObject({
        name: 'New',
        description: 'before',
        only_human: true,
        human_intervention: false,
      })
      const empty = await test.request('updateAgent', { params, body: {} }, { key })
      expect(empty.data).toEqual(changed.data)
    })

    it('takes the model as model_id or id, and refuses both when they differ', async () => {
      await start()
      const params = { agent: (await buildAgent(test, owner)).id }
      const [first, second] = await models()
      const set = (body: object) => test.request('updateAgent', { params, body }, { key })
      expect((await set({ model_id: second!.id })).data.model.id).toBe(second!.id)
      expect((await set({ id: first!.id })).data.model.id).toBe(first!.id)
      expect((await set({ id: first!.id, model_id: second!.id })).body.error.details[0].field).toBe('model_id')
    })

    it('needs the premium plan for premium models and human modes', async () => {
      await start()
      const params = { agent: (await buildAgent(test, owner)).id }
      await setPlan('promotional')
      for (const body of [
        { human_intervention: true },
        { only_human: true },
        { model_id: (await premiumModel()).id },
      ]) {
        const answer = await test.request('updateAgent', { params, body }, { key })
        expect([answer.status, answer.body.error.code]).toEqual([422, 'premium_plan_required'])
      }
      expect((await test.request('updateAgent', { params, body: { only_human: false } }, { key })).status).toBe(200)
    })

    it('answers 423 on a disabled agent for model and human modes, not for its name', async () => {
      await start()
      const params = { agent: (await buildAgent(test, owner)).id }
      await test.request(
        'updateAgentSettings',
        { params, body: { is_disabled: true, disabled_reason: 'Holiday' } },
        owner,
      )
      const [model] = await models()
      for (const body of [{ human_intervention: true }, { only_human: false }, { model_id: model!.id }]) {
        const answer = await test.request('updateAgent', { params, body }, { key })
        expect([answer.status, answer.body.error.code]).toEqual([423, 'agent_unavailable'])
      }
      const renamed = await test.request('updateAgent', { params, body: { name: 'Still here' } }, { key })
      expect(renamed.data).toMatchObject({ name: 'Still here', is_disabled: true, disabled_reason: 'Holiday' })
    })
  })

  describe('DELETE /agents/{agent}', () => {
    it('answers 204 with nothing, and the agent is nowhere', async () => {
      await start()
      const params = { agent: (await buildAgent(test, owner)).id }
      const answer = await test.request('deleteAgent', { params }, { key })
      expect([answer.status, answer.body]).toEqual([204, undefined])
      expect((await test.request('getAgent', { params }, { key })).status).toBe(404)
      expect((await test.request('deleteAgent', { params }, { key })).status).toBe(404)
    })
  })

  describe('settings', () => {
    it('disables with a reason and forgets it when enabled', async () => {
      await start()
      const params = { agent: (await buildAgent(test, owner)).id }
      const set = (body: object) => test.request('updateAgentSettings', { params, body }, owner)
      expect((await set({ is_disabled: true, disabled_reason: 'Holiday' })).data).toMatchObject({
        is_disabled: true,
        disabled_reason: 'Holiday',
      })
      expect((await set({ instructions: 'Be brief.' })).data).toMatchObject({
        disabled_reason: 'Holiday',
        instructions: 'Be brief.',
      })
      expect((await set({ is_disabled: false })).data).toMatchObject({ is_disabled: false, disabled_reason: null })
      expect((await set({ greeting: '' })).status).toBe(422)
      const { read } = test.deps.database
      const events = read.selectFrom('events').select('type').where('agent_id', '=', params.agent)
      const before = (await events.execute()).length
      expect((await set({})).status).toBe(200)
      expect(await events.execute()).toHaveLength(before)
    })
  })
})
