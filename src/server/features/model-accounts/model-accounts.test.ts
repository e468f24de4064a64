import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { measures } from '../../process/measures.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { startDueRun } from '../checks/checks-due.job.ts'
import { changeDue } from '../checks/queries.ts'

const KEY = 'sk-quite-secret-0123456789'
const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, polling: 100_000 })

describe.each(databases())('accounts with providers of models on $name', (database) => {
  let provider: ModelProvider
  let test: TestApp
  let owner: Owner
  let other: Owner
  let key: string

  beforeAll(async () => {
    provider = await startModelProvider()
    const env = {
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMITS: OFTEN,
      LOG_LEVEL: 'fatal',
      PLAN_QUOTAS: '{"premium":{"message_credits":2}}',
    }
    test = await createTestApp({ database, env })
    other = await test.signUp()
  })
  beforeEach(async () => {
    owner = await test.signUp()
    key = await owner.key()
    Object.assign(provider.script, { key: KEY, status: undefined, refusesLists: false, hangs: false })
    provider.script.models = ['writer', 'thinker', 'text-embedding-9']
    provider.asked.length = 0
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })

  const organization = (of = owner) => ({ organization: of.organizationId })
  const asOwner = () => ({ cookie: owner.cookie })
  const body = () => ({ provider: 'openai_compatible' as const, base_url: provider.url, key: KEY })
  const create = (more: Partial<Input<'createModelAccount'>['body']> = {}) =>
    test.request('createModelAccount', { params: organization(), body: { ...body(), ...more } }, asOwner())
  const read = async (account: string) =>
    (await test.request('getModelAccount', { params: { ...organization(), account } }, asOwner())).data
  const ask = async (agent: string) => {
    const { id: conversation } = await buildConversation(test, owner, agent)
    const params = { agent, conversation }
    const sent = await test.request('sendMessage', { params, body: { content: 'When do you open?' } }, { key })
    await test.settled()
    return { sent, last: (await test.request('listMessages', { params }, { key })).data.at(-1)! }
  }

  it('adds one after asking its provider, and answers all but its key', async () => {
    const { status, data } = await create({ name: 'Ours' })
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Ours', status: 'unchecked', error: null, used_by: 0, embeds: false })
    expect(data).toMatchObject({ base_url: provider.url, key_last_four: '6789', provider: 'openai_compatible' })
    expect(data.models.map(({ slug }) => slug)).toEqual(['writer', 'thinker'])
    expect((await test.request('listModelAccounts', { params: organization() }, asOwner())).data).toEqual([data])
    const again = (await create()).data
    expect(again.models[0]!.id).not.toBe(data.models[0]!.id)
    const responder = await buildMember(test, owner, 'responder')
    const seen = await test.request('listModelAccounts', { params: organization() }, { cookie: responder.cookie })
    expect(seen.data[0]).toMatchObject({ name: 'Ours', base_url: null, key_last_four: null, status: 'unchecked' })
  })

  it('names what is wrong with a key, an address or a model', async () => {
    const refused = async (more: object) => (await create(more)).body.error.details[0]
    expect(await refused({ key: 'wrong' })).toMatchObject({
      field: 'key',
      message: expect.stringMatching(/^key_refused: /),
    })
    expect(await refused({ base_url: 'http://127.0.0.1:59999/v1' })).toMatchObject({
      field: 'base_url',
      message: expect.stringMatching(/^connection_refused: /),
    })
    const forbidden = { base_url: 'http://10.0.0.1/v1' }
    expect((await refused(forbidden)).message).toMatch(/^address_forbidden: /)
    expect((await refused({ base_url: 'https://no-host.invalid/v1' })).message).toMatch(/^host_not_found: /)
    expect(await refused({ models: ['writer', 'nobody'] })).toMatchObject({ field: 'models.1' })
    expect(await refused({ base_url: undefined })).toMatchObject({ field: 'base_url' })
    expect(await refused({ provider: 'openai' })).toMatchObject({ field: 'base_url' })
    Object.assign(provider.script, { refusesLists: true, status: 302 })
    expect((await refused({})).message).toMatch(/^not_compatible: /)
    Object.assign(provider.script, { status: 403 })
    expect((await refused({})).message).toMatch(/^no_permission: /)
    Object.assign(provider.script, { status: 429 })
    expect((await refused({})).message).toMatch(/^quota_exhausted: /)
    expect((await test.request('listModelAccounts', { params: organization() }, asOwner())).data).toEqual([])
  })

  it('sends the stored key to no other address', async () => {
    const { id: account } = (await create()).data
    const params = { ...organization(), account }
    const elsewhere = { base_url: 'http://127.0.0.1:1/v1' }
    const refused = await test.request('updateModelAccount', { params, body: elsewhere }, asOwner())
    expect(refused.status).toBe(422)
    expect(refused.body.error.details[0].field).toBe('key')
    const same = await test.request('updateModelAccount', { params, body: { base_url: `${provider.url}/` } }, asOwner())
    expect(same.status).toBe(200)
    const renamed = await test.request('updateModelAccount', { params, body: { name: 'New' } }, asOwner())
    expect(renamed.data).toMatchObject({ name: 'New', base_url: provider.url })
  })

  it('tries an account within the minute’s limit, and keeps what came of it', async () => {
    const tried = (body: Input<'testModelAccount'>['body']) =>
      test.request('testModelAccount', { params: organization(), body }, asOwner())
    const { data } = await tried(body())
    expect(data).toMatchObject({ ok: true, code: null, models: ['writer', 'thinker'] })
    expect(data.trial).toMatchObject({ streams: true, calls_tools: true, counts_tokens: true })
    const { id } = (await create()).data
    provider.script.status = 429
    expect((await tried({ id })).data).toMatchObject({ ok: false, code: 'quota_exhausted', trial: null })
    expect(await read(id)).toMatchObject({ status: 'failing', error: { code: 'quota_exhausted' } })
    provider.script.status = undefined
    Object.assign(provider.script, { streams: false, callsTools: false })
    const trial = { streams: false, calls_tools: false, counts_tokens: true }
    expect((await tried({ id, model: 'thinker' })).data).toMatchObject({ ok: true, trial })
    Object.assign(provider.script, { streams: true, callsTools: true })
    expect(await read(id)).toMatchObject({ status: 'ok', error: null })
    expect((await tried({ id, model: 'gpt' })).status).toBe(422)
    for (let at = 0; at < 6; at += 1) await tried({ id: other.userId })
    expect((await tried({ id })).status).toBe(429)
  })

  it('answers with its model without a credit, also when none is left', async () => {
    const { id: account, models } = (await create()).data
    const [model] = models
    const agent = (await buildAgent(test, owner)).id
    const told: string[] = []
    const ends = [measures.reply, measures.model].map((one) => one.listen(({ model }) => told.push(model)))
    for (let at = 0; at < 2; at += 1) await ask(agent)
    told.length = 0
    expect((await ask(agent)).sent.body.error.code).toBe('subscription_limit_exceeded')
    const given = await test.request('updateAgent', { params: { agent }, body: { model_id: model!.id } }, { key })
    expect(given.data.model).toEqual({ id: model!.id, name: 'writer', slug: 'writer' })
    expect((await ask(agent)).last).toMatchObject({ role: 'assistant', content: 'We open at nine.' })
    for (const end of ends) end()
    expect(told).toEqual(['own', 'own'])
    expect(await read(account)).toMatchObject({ status: 'ok', used_by: 1 })
    const asked = provider.asked.at(-1)!
    expect(asked).toMatchObject({ path: '/v1/chat/completions', key: KEY })
    const overview = await test.request('getAgentOverview', { params: { agent } }, asOwner())
    expect(overview.data.own_key_replies).toBe(1)
    const played = await test.request(
      'askPlayground',
      { params: { agent }, body: { messages: [{ role: 'visitor', content: 'When?' }] } },
      asOwner(),
    )
    expect(played.data).toMatchObject({ content: 'We open at nine.', trace: { model: 'writer' } })
    const listed = (await test.request('listAgents', { params: organization() }, { key })).data
    expect(listed[0]!.model.slug).toBe('writer')
    const offered = (await test.request('listOwnModels', { params: organization() }, asOwner())).data
    expect(offered.find(({ id }) => id === model!.id)).toMatchObject({ group: 'own', credits: 0, is_configured: true })
    expect(offered[0]).toMatchObject({ group: 'built_in', credits: 1 })
  })

  it('is asked the checks of an agent when somebody starts them alone, and not after each training', async () => {
    const { models } = (await create()).data
    const agent = (await buildAgent(test, owner, { id: models[0]!.id })).id
    const check = { question: 'When do you open?', expects: 'answers' as const }
    await test.request('createCheck', { params: { agent }, body: check }, asOwner())
    await test.deps.database.transaction((tx) => changeDue(tx, agent, test.deps.now()))
    provider.asked.length = 0
    await startDueRun(test.deps, agent)
    await test.settled()
    expect(provider.asked).toEqual([])
    await test.request('createCheckRun', { params: { agent }, body: {} }, asOwner())
    await test.settled()
    expect(provider.asked).not.toEqual([])
    const runs = (await test.request('listCheckRuns', { params: { agent } }, asOwner())).data
    expect(runs).toMatchObject([
      { trigger: 'manual', status: 'done', passed: 1 },
      { trigger: 'training', status: 'skipped', asked: 0 },
    ])
  })

  it('has the built-in model answer while it fails, and is tried again by the next question', async () => {
    const { id: account, models } = (await create()).data
    const agent = (await buildAgent(test, owner, { id: models[0]!.id })).id
    provider.script.status = 401
    provider.script.body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } })
    const { last } = await ask(agent)
    expect(last.content).not.toContain('nine')
    expect(await read(account)).toMatchObject({ status: 'failing', error: { code: 'key_refused' } })
    expect(JSON.stringify(await read(account))).not.toContain(KEY)
    const trace = await test.deps.database.read
      .selectFrom('receipts')
      .selectAll()
      .where('message_id', '=', last.id)
      .executeTakeFirstOrThrow()
    expect(trace).toMatchObject({ reason: 'model_failed', is_own_key: 0 })
    const waiting = await test.deps.database.read
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', 'model-accounts.outage')
      .execute()
    expect(waiting.filter(({ payload }) => payload.includes(account))).toHaveLength(1)
    provider.script.status = undefined
    expect((await ask(agent)).last.content).toBe('We open at nine.')
    expect(await read(account)).toMatchObject({ status: 'ok', error: null })
  })

  it('gives agents the default model when it is deleted or no longer has theirs', async () => {
    const { id: account, models } = (await create()).data
    const [writer, thinker] = models
    const one = (await buildAgent(test, owner, { id: writer!.id })).id
    const two = (await buildAgent(test, owner, { id: thinker!.id })).id
    const params = { ...organization(), account }
    const modelOf = async (agent: string) => (await test.request('getAgent', { params: { agent } }, { key })).data.model
    await test.request('updateModelAccount', { params, body: { models: ['thinker'] } }, asOwner())
    expect(await modelOf(one)).toMatchObject({ slug: 'baton-built-in' })
    expect(await modelOf(two)).toMatchObject({ slug: 'thinker', id: thinker!.id })
    expect((await test.request('deleteModelAccount', { params }, asOwner())).status).toBe(204)
    expect(await modelOf(two)).toMatchObject({ slug: 'baton-built-in' })
    const query = { action: 'agent.settings_changed' as const }
    const audit = await test.request('listAuditLog', { params: organization(), query }, asOwner())
    expect(audit.data.map(({ target }) => target.id)).toEqual([two, one])
    expect((await test.request('getModelAccount', { params }, asOwner())).status).toBe(404)
  })

  it('is neither seen nor used by another organization, by any route', async () => {
    const { id: account, models } = (await create()).data
    const model = models[0]!.id
    const theirs = (await buildAgent(test, other)).id
    const caller = { cookie: other.cookie }
    const params = { ...organization(other), account }
    const answers = [
      await test.request('getModelAccount', { params }, caller),
      await test.request('updateModelAccount', { params, body: { name: 'Mine' } }, caller),
      await test.request('deleteModelAccount', { params }, caller),
      await test.request('testModelAccount', { params: organization(other), body: { id: account } }, caller),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const theirKey = { key: await other.key() }
    const refused = [
      await test.request('updateAgent', { params: { agent: theirs }, body: { model_id: model } }, theirKey),
      await test.request('createAgent', { params: organization(other), body: { name: 'X', id: model } }, theirKey),
      await test.request('createImpact', { params: { agent: theirs }, body: { model } }, caller),
      await test.request(
        'askPlayground',
        { params: { agent: theirs }, body: { messages: [{ role: 'visitor', content: 'Hi' }], model } },
        caller,
      ),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    const lists = [
      await test.request('listOwnModels', { params: organization(other) }, caller),
      await test.request('listModelAccounts', { params: organization(other) }, caller),
      await test.request('listAiModels', {}, { key }),
    ]
    for (const { body } of lists) expect(JSON.stringify(body)).not.toContain(model)
    expect(provider.asked.filter(({ path }) => path.endsWith('completions'))).toEqual([])
  })
})
