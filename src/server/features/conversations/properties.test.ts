import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/rows.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { factsAsTold } from '../../testing/facts-as-told.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { usageOf } from '../organizations/index.ts'
import { replyHandler } from './reply.job.ts'

const RUNS = 25

/** A request or job that may affect a conversation. */
type Step =
  | { kind: 'visitor' | 'person' | 'delete' }
  | { kind: 'set'; body: { status?: 'open' | 'closed'; response_mode?: 'ai' | 'human' } }
  /** The AI finishes the reply that was requested `ago` turns earlier. */
  | { kind: 'reply'; ago: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'visitor' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'person' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reply' as const), ago: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc
      .record(
        { status: fc.constantFrom('open', 'closed'), response_mode: fc.constantFrom('ai', 'human') },
        { requiredKeys: [] },
      )
      .filter((body) => Object.keys(body).length > 0)
      .map((body) => ({ kind: 'set', body }) as Step),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'delete' }) },
)

describe.each(databases())('whatever happens to a conversation, in whatever order, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let now = Date.UTC(2026, 10, 20)

  beforeAll(async () => {
    const env = { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' }
    test = await createTestApp({ database, env, worker: false, now: () => now })
    owner = await test.signUp()
    key = await owner.key()
  })
  afterAll(() => test.close())

  async function take(params: { agent: string; conversation: string }, taken: Step, turn: number): Promise<number> {
    switch (taken.kind) {
      case 'visitor':
        return (await test.request('sendMessage', { params, body: { content: 'When do you open?' } }, { key })).status
      case 'person':
        return (await test.request('sendHumanMessage', { params, body: { content: 'At nine.' } }, { key })).status
      case 'set':
        return (await test.request('updateConversation', { params, body: taken.body }, { key })).status
      case 'delete':
        return (await test.request('deleteConversation', { params }, { key })).status
      case 'reply': {
        const payload = { conversationId: params.conversation, turn: turn - taken.ago }
        await replyHandler(test.deps).run(payload, { attempt: 1, signal: new AbortController().signal })
        return 200
      }
    }
  }

  const rowOf = (id: string) =>
    test.deps.database.read.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const messagesOf = (id: string) =>
    test.deps.database.read
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .orderBy('position')
      .execute()
  const repliesOf = (id: string) =>
    test.deps.database.read
      .selectFrom('replies')
      .selectAll()
      .where('conversation_id', '=', id)
      .orderBy('turn')
      .execute()
  const eventsOf = (id: string) =>
    test.deps.database.read
      .selectFrom('events')
      .select(['type', 'payload'])
      .where('payload', 'like', `%${id}%`)
      .execute()
  async function credits(): Promise<number> {
    const usage = await usageOf(test.deps.database.read, owner.organizationId, '2026-11')
    return usage.message_credits ?? 0
  }

  it('its rows, totals, credits and events agree', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.boolean(),
      async (steps, on) => {
        const agent = await buildAgent(test, owner)
        await test.request('updateAgent', { params: { agent: agent.id }, body: { human_intervention: on } }, { key })
        const { id } = await buildConversation(test, owner, agent.id)
        const spentBefore = await credits()
        let before = await rowOf(id)
        for (const taken of steps) {
          now += 1_000
          const status = await take({ agent: agent.id, conversation: id }, taken, before.turn)
          const after = await rowOf(id)
          agreesWith(taken, status, before, after)
          before = after
          if (after.deleted_at !== null) break
        }
        const messages = await messagesOf(id)
        const replies = await repliesOf(id)
        hangsTogether(before, messages, replies)
        const held = replies.filter(({ credit_period }) => credit_period !== null)
        expect(await credits()).toBe(spentBefore + held.length)

        const { read } = test.deps.database
        const counters = await read.selectFrom('counters').selectAll().where('owner_id', '=', agent.id).execute()
        const totals = (name: RegExp) =>
          counters.filter((counter) => name.test(counter.name)).reduce((sum, { value }) => sum + value, 0)
        expect(totals(/^conversations:/)).toBe(before.deleted_at === null ? 1 : 0)
        const isWaiting = before.deleted_at === null && before.waiting_since !== null
        expect(totals(/^waiting/)).toBe(isWaiting && before.response_mode === 'human' ? 1 : 0)
        expect(totals(/^not_answered/)).toBe(isWaiting && before.response_mode === 'ai' ? 1 : 0)

        // What is counted of it as things happen is what its thread tells afterwards.
        const last = await rowOf(id)
        const { stored, told } = await factsAsTold(test.deps.database.read, last)
        expect(stored, JSON.stringify(steps)).toEqual(told)

        const created = (await eventsOf(id)).filter(({ type }) => type === 'message.created')
        expect(created).toHaveLength(messages.length)
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  function agreesWith(taken: Step, status: number, before: Row<'conversations'>, after: Row<'conversations'>): void {
    expect(status, JSON.stringify(taken)).toBeLessThan(500)
    expect(after.turn).toBeGreaterThanOrEqual(before.turn)
    if (status >= 400) expect(after).toEqual(before)
    const { updated_at: _was, ...unmoved } = before
    const { updated_at, ...same } = after
    if (JSON.stringify(same) !== JSON.stringify(unmoved) && after.deleted_at === null)
      expect(updated_at).toBeGreaterThan(before.updated_at)
    if (status < 400 && taken.kind === 'visitor') {
      expect(after.message_count).toBe(before.message_count + 1)
      if (before.response_mode === 'ai') expect(after.turn).toBe(before.turn + 1)
    }
    if (status < 400 && taken.kind === 'person')
      expect(after).toMatchObject({ response_mode: 'human', waiting_since: null, last_message_role: 'human' })
    if (taken.kind === 'visitor' && before.status === 'closed') expect(status).toBe(422)
    if (taken.kind === 'reply' && before.response_mode === 'human')
      expect(after.message_count).toBe(before.message_count)
    if (after.status === 'closed') expect(after.waiting_since).toBeNull()
  }

  function hangsTogether(row: Row<'conversations'>, messages: Row<'messages'>[], replies: Row<'replies'>[]): void {
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => index + 1))
    expect(row.message_count).toBe(messages.length)
    for (const [index, { created_at }] of messages.entries())
      expect(created_at).toBeGreaterThanOrEqual(messages[index - 1]?.created_at ?? 0)
    expect(row.webhook_sequence).toBeGreaterThanOrEqual(messages.filter(({ role }) => role === 'assistant').length)
    const stored = replies.filter(({ status }) => status === 'stored')
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(1 + stored.length)
    const pending = replies.filter(({ status }) => status === 'pending')
    if (row.response_mode === 'human' || row.status === 'closed' || row.deleted_at !== null) expect(pending).toEqual([])
    expect(pending.every(({ turn }) => turn === row.turn)).toBe(true)
    for (const { status, credit_period } of replies)
      expect(credit_period !== null, status).toBe(status === 'pending' || status === 'stored')
  }
})
