import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { databases, silentLog } from '../../testing/database.ts'
import { buildAgent, buildMember, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { pruneSourceBulks } from './bulk.ts'
import { insertBulk } from './bulk-queries.ts'
import { bulkHandler } from './run-bulk.job.ts'

describe.each(databases())('many sources on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let later = 0

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => Date.now() + later })
    owner = await test.signUp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
  })

  const learn = async (...contents: string[]) => {
    const ids: string[] = []
    for (const content of contents) ids.push((await buildTextSource(test, owner, agent, content)).id)
    return ids
  }
  const bulk = (body: Input<'createSourceBulk'>['body'], caller = owner) =>
    test.request('createSourceBulk', { params: { agent }, body }, caller)
  const read = async (id: string) => (await test.request('getSourceBulk', { params: { agent, bulk: id } }, owner)).data
  const done = async (body: Input<'createSourceBulk'>['body']) => {
    const started = await bulk(body)
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    await test.settled()
    return read(started.data.id)
  }
  const list = async (query: NonNullable<Input<'listFullSources'>['query']> = {}) =>
    (await test.request('listFullSources', { params: { agent }, query }, owner)).data
  const totals = async (query: NonNullable<Input<'getSourceTotals'>['query']> = {}) =>
    (await test.request('getSourceTotals', { params: { agent }, query }, owner)).data

  it('are deleted, but for what is gone or of another agent', async () => {
    const [first, second, third] = await learn('The pool opens at 8:00.', 'Dogs are welcome.', 'There is a sauna.')
    const { id: other } = await buildAgent(test, owner)
    const elsewhere = (await buildTextSource(test, owner, other, 'We open at nine.')).id
    const ids = [first!, elsewhere, crypto.randomUUID(), second!, first!]
    expect(await done({ ids, do: 'delete' })).toEqual({ status: 'done', total: 4, done: 2, failed: 2 })
    expect((await list()).map(({ id }) => id)).toEqual([third])
    expect(await totals()).toEqual({ pending: 0, processing: 0, completed: 1, failed: 0 })
    const kept = await test.request('getFullSource', { params: { agent: other, source: elsewhere } }, owner)
    expect(kept.status).toBe(200)
    const params = { organization: owner.organizationId }
    const audit = (await test.request('listAuditLog', { params, query: {} }, owner)).data
    const deleted = audit.filter(({ action }) => action === 'source.deleted')
    expect(deleted.map(({ actor }) => actor.id)).toEqual([owner.userId, owner.userId])
  })

  it('are trained again, and answer until they are', async () => {
    const ids = await learn('The pool opens at 8:00.', 'Dogs are welcome.')
    const before = await list()
    const chunks = test.deps.database.read.selectFrom('chunks').select('id').where('agent_id', '=', agent)
    const started = await bulk({ ids, do: 'retrain' })
    expect((await chunks.execute()).length).toBe(2)
    await test.settled()
    expect(await read(started.data.id)).toEqual({ status: 'done', total: 2, done: 2, failed: 0 })
    const after = await list()
    expect(after.map(({ status }) => status)).toEqual(['completed', 'completed'])
    for (const [at, { task_id }] of after.entries()) expect(task_id).not.toBe(before[at]!.task_id)
    expect(await totals({ type: 'text' })).toMatchObject({ completed: 2 })
    expect(await totals({ type: 'url' })).toMatchObject({ completed: 0 })
  })

  it('go on where it was cut off, and do nothing twice', async () => {
    const ids = await learn('The pool opens at 8:00.', 'Dogs are welcome.')
    const { run, failed } = bulkHandler({ ...test.deps, log: silentLog })
    const { data } = await bulk({ ids, do: 'delete' })
    const payload = { bulkId: data.id, agentId: agent }
    const stopped = AbortSignal.abort(new Error('The server stops.'))
    await run(payload, { signal: stopped, attempt: 1 }).catch(() => {})
    await Promise.all([1, 2].map((attempt) => run(payload, { signal: new AbortController().signal, attempt })))
    await test.settled()
    expect(await read(data.id)).toEqual({ status: 'done', total: 2, done: 2, failed: 0 })
    await failed!(payload, new Error('The worker is gone.'))
    expect(await read(data.id)).toMatchObject({ status: 'done' })
  })

  it('are left alone once the member who asked may no longer change them', async () => {
    const ids = await learn('The pool opens at 8:00.', 'Dogs are welcome.')
    const { run } = bulkHandler({ ...test.deps, log: silentLog })
    for (const leave of ['updateMember', 'removeMember'] as const) {
      const admin = await buildMember(test, owner, 'admin')
      const start = async () => {
        // As if the worker were busy: the job has not begun when the member goes.
        const id = newId()
        await test.deps.database.transaction((tx) =>
          insertBulk(tx, {
            ...{ id, agent_id: agent, user_id: admin.userId, address: '127.0.0.1', kind: 'delete' },
            ...{ source_ids: JSON.stringify(ids), status: 'pending', total: ids.length, done: 0, failed: 0 },
            created_at: Date.now(),
          }),
        )
        return id
      }
      const id = await start()
      const params = { organization: owner.organizationId, user: admin.userId }
      if (leave === 'removeMember') await test.request('removeMember', { params }, owner)
      else await test.request('updateMember', { params, body: { role: 'responder' } }, owner)
      await run({ bulkId: id, agentId: agent }, { signal: new AbortController().signal, attempt: 1 })
      expect(await read(id)).toEqual({ status: 'failed', total: 2, done: 0, failed: 0 })
    }
    expect(await list()).toHaveLength(2)
  })

  it('are left alone of a disabled agent, by responders, and forgotten after a day', async () => {
    const ids = await learn('Dogs are welcome.')
    const responder = await buildMember(test, owner, 'responder')
    expect((await bulk({ ids, do: 'delete' }, responder)).status).toBe(403)
    expect((await bulk({ ids: [], do: 'delete' })).status).toBe(422)
    const { data } = await bulk({ ids, do: 'retrain' })
    await test.settled()
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, owner)
    expect((await bulk({ ids, do: 'delete' })).status).toBe(423)
    later = 86_401_000
    const old = await test.request('getSourceBulk', { params: { agent, bulk: data.id } }, owner)
    await pruneSourceBulks(test.deps)
    later = 0
    expect(old.status).toBe(404)
    expect((await test.request('getSourceBulk', { params: { agent, bulk: data.id } }, owner)).status).toBe(404)
  })

  it('are found by title, address and text, whatever the case', async () => {
    const [pool] = await learn('The pool opens at 8:00.\n\nÜbernachtung mit Hund: 100% möglich_hier.')
    const questions = [{ question: 'Is there a sauna?', answer: 'It opens at 16:00.' }]
    const made = await test.request(
      'createSource',
      { params: { agent }, body: { type: 'qa', questions, title: 'Wellness' } },
      { key: await owner.key() },
    )
    const url = await test.request(
      'createSource',
      { params: { agent }, body: { type: 'url', urls: ['https://example.invalid/Prices'] } },
      { key: await owner.key() },
    )
    await test.settled()
    const [qa, page] = [(made.data as { id: string }).id, (url.data as { id: string }[])[0]!.id]
    const found = async (q: string) => (await list({ q })).map(({ id }) => id)
    expect(await found('POOL')).toEqual([pool])
    expect(await found('übernachtung')).toEqual([pool])
    expect(await found('100%')).toEqual([pool])
    expect(await found('100_')).toEqual([])
    expect(await found('wellness')).toEqual([qa])
    expect(await found('sauna')).toEqual([qa])
    expect(await found('question')).toEqual([])
    expect(await found('/prices')).toEqual([page])
    expect(await found('opens at')).toEqual([qa, pool])
    expect(await list({ q: 'opens at', type: 'text' })).toHaveLength(1)
    const second = await test.request(
      'listFullSources',
      { params: { agent }, query: { q: 'opens at', per_page: 1, page: 2 } },
      owner,
    )
    expect([second.body.meta.total, second.data.map(({ id }) => id)]).toEqual([2, [pool]])
  })
})
