import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { certificate } from '../../testing/mail-certificate.ts'
import { type ModelProvider, startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { noteOutcome, selectAccount } from '../own-models/index.ts'
import { outageHandler } from '../own-models/outage.job.ts'
import { PATIENCE_MS } from './look-up.ts'

const KEY = 'sk-quite-secret-0123456789'

describe.each(databases())('what is wrong with an account with a provider of models on $name', (database) => {
  let provider: ModelProvider
  let test: TestApp
  let owner: Owner
  let now = Date.now()
  beforeAll(async () => {
    provider = await startModelProvider()
    const env = { OUTBOUND_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'fatal', RATE_LIMITS: '{"read":100000,"write":100000}' }
    test = await createTestApp({ database, env, worker: false, now: () => now })
  })
  beforeEach(async () => {
    owner = await test.signUp() // a new organization, as each may try an account ten times a minute
    Object.assign(provider.script, { status: undefined, body: undefined, refusesLists: false, hangs: false })
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    await test.close()
    provider.close()
  })

  const params = () => ({ organization: owner.organizationId })
  const body = () => ({ provider: 'openai_compatible' as const, base_url: provider.url, key: KEY })
  const create = () => test.request('createModelAccount', { params: params(), body: body() }, owner)
  const codeOf = async (id: string) =>
    (await test.request('testModelAccount', { params: params(), body: { id } }, owner)).data.code

  it.each([
    [400, '{"error":{"message":"API key not valid."}}', 'key_refused'],
    [400, '{"error":{"message":"Your credit balance is too low."}}', 'quota_exhausted'],
    [401, '', 'key_refused'],
    [402, '', 'quota_exhausted'],
    [403, '', 'no_permission'],
    [404, '', 'model_not_found'],
    [408, '', 'timed_out'],
    [418, '', 'not_compatible'],
    [429, '<h1>Slow down</h1>', 'quota_exhausted'],
    [503, '', 'timed_out'],
    [200, '<h1>Welcome</h1>', 'not_compatible'],
  ])('is named by an answer with status %i and %j: %s%s', async (status, text, code) => {
    const { id } = (await create()).data
    Object.assign(provider.script, { status, body: text })
    expect(await codeOf(id)).toBe(code)
    const { data } = await test.request('getModelAccount', { params: { ...params(), account: id } }, owner)
    expect(data).toMatchObject({ status: 'failing', error: { code, message: expect.stringMatching(/\.$/) } })
  })

  it('is that it does not answer in time, that nobody vouches for its address, or that its key can’t be read', async () => {
    const { id } = (await create()).data
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === PATIENCE_MS ? 100 : ms))
    provider.script.hangs = true
    expect(await codeOf(id)).toBe('timed_out')
    vi.restoreAllMocks()

    const secure = createServer(certificate, (_request, response) => response.end('{}'))
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    const base_url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/v1`
    const tried = await test.request('testModelAccount', { params: params(), body: { ...body(), base_url } }, owner)
    expect(tried.data).toMatchObject({ ok: false, code: 'certificate_invalid', models: [], trial: null })
    secure.close()

    await test.deps.database.transaction((tx) =>
      tx.updateTable('model_accounts').set({ key_secret: 'nonsense' }).where('id', '=', id).execute(),
    )
    expect(await codeOf(id)).toBe('secret_unreadable')
  })

  it('is that an organization has so many already', async () => {
    for (let count = 0; count < limits.modelAccounts; count += 1) expect((await create()).status).toBe(201)
    const { status, body } = await create()
    expect([status, body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
    const { data } = await test.request('listModelAccounts', { params: params() }, owner)
    expect(data).toHaveLength(limits.modelAccounts)
  })

  /** Notes what became of an account, and runs what tells of its outages. */
  function watching(id: string) {
    const row = async () => (await selectAccount(test.deps.database.read, owner.organizationId, id))!
    const note = async (code: 'timed_out' | 'key_refused' | null) =>
      noteOutcome(test.deps, await row(), code && { code, message: 'It fails.' })
    const told = async () =>
      (await test.request('listNotifications', { params: params(), query: {} }, owner)).data.items.map(
        ({ kind, model_account_id, excerpt }) => ({ kind, model_account_id, excerpt }),
      )
    /** Runs the queued jobs that tell of it, due or not, in place of a worker, and answers how long each was to wait. */
    async function tell(): Promise<number[]> {
      const { read } = test.deps.database
      const jobs = await read.selectFrom('jobs').selectAll().where('name', '=', 'model-accounts.outage').execute()
      const waits: number[] = []
      for (const { id: job, payload, run_at, created_at } of jobs) {
        const about = JSON.parse(String(payload))
        if (about.accountId !== id) continue
        await outageHandler(test.deps).run(about, { attempt: 1, signal: new AbortController().signal })
        await test.deps.database.transaction((tx) => tx.deleteFrom('jobs').where('id', '=', job).execute())
        waits.push(Math.round((Number(run_at) - Number(created_at)) / 1_000))
      }
      return waits
    }
    return { row, note, told, tell }
  }

  it('is told to owners and admins once it has lasted for 15 minutes, where an agent answers with it', async () => {
    const { id, models } = (await create()).data
    const { row, note, tell, told } = watching(id)
    await note('timed_out')
    expect(await tell()).toEqual([900])
    expect(await told()).toEqual([]) // no agent answers with it
    await note(null)
    await buildAgent(test, owner, { id: models[0]!.id })
    await note('timed_out')
    await note(null)
    expect(await tell()).toEqual([900])
    expect(await told()).toEqual([])
    await note('timed_out')
    await note('timed_out')
    await note('key_refused')
    expect(await tell()).toEqual([900])
    const news = { kind: 'account_failing', model_account_id: id, excerpt: (await row()).name }
    expect(await told()).toEqual([news])
  })

  it('is told of an outage that began before an agent was given one of its models, too', async () => {
    const { id, models } = (await create()).data
    const { note, tell, told } = watching(id)
    await note('key_refused')
    expect(await tell()).toEqual([900])
    now += 16 * 60_000
    await note('key_refused')
    expect([await tell(), await told()]).toEqual([[0], []])
    await buildAgent(test, owner, { id: models[0]!.id })
    await note('key_refused')
    expect(await tell()).toEqual([0])
    expect(await told()).toMatchObject([{ model_account_id: id }])
    await note('key_refused')
    expect(await tell()).toEqual([])
  })
})
