import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { hasRowLocks } from '../../db/dialect.ts'
import type { Tx } from '../../db/tables.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { lockConversation, lockFreeConversations, selectNewestReplies } from './queries.ts'

const CONVERSATIONS = 20

describe.each(databases())('changes of many conversations at once on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let ids: string[]

  beforeAll(async () => {
    const env = { LOG_LEVEL: 'fatal', RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' }
    test = await createTestApp({ database, env, worker: false })
    owner = await test.signUp()
    key = await owner.key()
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
    const made = Array.from({ length: CONVERSATIONS }, () => buildConversation(test, owner, agent))
    ids = (await Promise.all(made)).map(({ id }) => id)
  })
  afterAll(() => test.close())

  const send = (conversation: string, content = 'Hello') =>
    test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
  const messagesOf = (id: string) =>
    test.deps.database.read
      .selectFrom('messages')
      .select(['position', 'content', 'created_at'])
      .where('conversation_id', '=', id)
      .where('role', '=', 'visitor')
      .orderBy('position')
      .execute()

  it('store each of them, in one order within its conversation', async () => {
    const sent = ids.flatMap((id) => ['first', 'second'].map((content) => send(id, content)))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201))
    for (const id of ids) {
      const messages = await messagesOf(id)
      expect(messages.map(({ content }) => content).sort()).toEqual(['first', 'second'])
      expect(messages[1]!.position).toBe(messages[0]!.position + 1)
      expect(messages[1]!.created_at).toBeGreaterThanOrEqual(messages[0]!.created_at)
    }
    const { read } = test.deps.database
    const replies = await read.selectFrom('replies').select(['conversation_id', 'status']).execute()
    const pending = replies.filter(({ status }) => status === 'pending').map((reply) => reply.conversation_id)
    expect(pending.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort()) // one each: the other is superseded
    const usage = await test.request('getOrganization', { params: { organization: owner.organizationId } }, owner)
    expect(usage.data.usage.message_credits.used).toBe(pending.length)
    if (!hasRowLocks(read)) return
    const { rows } = await sql<{ xids: number }>`
      select count(distinct xid)::int as xids from events where agent_id = ${agent} and type = 'message.created'
      `.execute(read)
    expect(rows[0]!.xids).toBeLessThan(2 * CONVERSATIONS) // or else none shared a transaction
  })

  it('fail one by one', async () => {
    const [closed, ...open] = ids
    const params = { agent, conversation: closed! }
    await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
    const answers = await Promise.all(ids.map((id) => send(id)))
    expect(answers.map(({ status }) => status)).toEqual([422, ...open.map(() => 201)])
    expect(answers[0]!.body.error.code).toBe('conversation_closed')
    for (const id of open) expect(await messagesOf(id)).toHaveLength(1)
    expect(await messagesOf(closed!)).toEqual([])
  })

  /** Runs a transaction until it is told to end. */
  async function hold(take: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = test.deps.database.transaction(async (tx) => {
      await take(tx)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    onTestFinished(() => release.resolve())
    return () => {
      release.resolve()
      return holding
    }
  }

  it('do not wait for one that somebody else holds', async () => {
    if (!hasRowLocks(test.deps.database.read)) return // the whole database is held there
    const [held, ...free] = ids
    const order: string[] = []
    const release = await hold((tx) => lockConversation(tx, held!))
    const sent = Promise.all(ids.map((id) => send(id).then(() => order.push(id))))
    await expect.poll(() => order.length, { timeout: 5000 }).toBe(free.length)
    expect(order).not.toContain(held)
    await release()
    await sent
    expect(order.at(-1)).toBe(held)
    expect(await messagesOf(held!)).toHaveLength(1)
  })

  it('are asked for by plans that are kept', async () => {
    if (!hasRowLocks(test.deps.database.read)) return // it plans nothing anew
    const plans = await test.deps.database.transaction(async (tx) => {
      for (let asked = 0; asked < CONVERSATIONS; asked += 1) {
        await lockFreeConversations(tx, ids.slice(0, 2))
        await selectNewestReplies(tx, ids.slice(0, 2))
      }
      const { rows } = await sql<{ generic_plans: number }>`select generic_plans from pg_prepared_statements
        where statement like '%skip locked' or statement like '%) newest'`.execute(tx)
      return rows.map((row) => row.generic_plans)
    })
    expect(plans).toHaveLength(2)
    for (const kept of plans) expect(kept).toBeGreaterThan(CONVERSATIONS / 2) // the first few are made anew
  })

  it('are not done again when nobody knows whether they are stored', async () => {
    const { read } = test.deps.database
    if (!hasRowLocks(read)) return // it has no connection to lose
    // People are waited for already, so that these share no total and no credit.
    await test.request('updateAgent', { params: { agent }, body: { only_human: true } }, { key })
    await Promise.all(ids.map((id) => send(id)))
    await sql`create function pause() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return null; end'`.execute(read)
    await sql`create constraint trigger pause after insert on messages deferrable initially deferred
      for each row execute function pause()`.execute(read)
    const release = await hold((tx) => sql`select pg_advisory_xact_lock(1)`.execute(tx))
    const atCommit = () =>
      sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query = 'commit'`.execute(read)
    const sent = Promise.all(ids.map((id) => send(id)))
    // Some at first; then, as these take long, the others.
    await expect.poll(async () => (await atCommit()).rows.length, { timeout: 5000 }).toBeGreaterThan(1)
    for (const { pid } of (await atCommit()).rows) await sql`select pg_terminate_backend(${pid})`.execute(read)
    await release()
    const answers = await sent
    const failed = answers.filter(({ status }) => status !== 201).length
    expect(failed).toBeGreaterThan(3)
    const stored = await Promise.all(ids.map(async (id) => (await messagesOf(id)).length))
    expect(stored.filter((count) => count === 1)).toHaveLength(failed)
    expect(Math.max(...stored)).toBeLessThanOrEqual(2)
  })
})
