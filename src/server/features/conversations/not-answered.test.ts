import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { leftUnanswered } from '../../testing/left-unanswered.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { replyJob } from './jobs.ts'
import { replyHandler } from './reply.job.ts'
import { wakeHandler } from './wake.job.ts'

const RUNS = 40

/** What may happen around a visitor. A process that dies while it makes a reply is a reply that is made steps later. */
const steps = [
  'writes',
  'writes',
  'wants a person',
  'writes that they want a person',
  'asks the assistant instead',
  'person writes',
  'taken over',
  'given back',
  'given back and answered',
  'closed',
  'reopened',
  'assigned',
  'snoozed',
  'snoozed until they write',
  'woken',
  'snooze is over',
  'credits are spent',
  'credits are renewed',
  'reply is made',
  'reply is made',
  'reply fails',
  'disabled',
  'enabled',
  'for people only',
  'for the AI too',
  'offer is declined',
  'deleted',
  'replies of the day are spent',
  'another is imported',
] as const
type Step = (typeof steps)[number]

describe.each(databases())('whatever happens around a visitor on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let now = Date.UTC(2026, 10, 20)
  let visits = 0

  beforeAll(async () => {
    const RATE_LIMITS = '{"read":100000,"write":100000,"polling":100000}'
    const env = { RATE_LIMITS, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' }
    test = await createTestApp({ database, env, worker: false, now: () => now })
  })
  afterAll(() => test.close())

  const newest = (conversation: string) =>
    test.deps.database.read
      .selectFrom('replies')
      .selectAll()
      .where('conversation_id', '=', conversation)
      .orderBy('turn', 'desc')
      .limit(1)
      .executeTakeFirst()

  const renewCredits = () => {
    test.config.planQuotas.premium.message_credits = 100_000
  }

  async function begin() {
    renewCredits()
    owner = await test.signUp()
    key = await owner.key()
    const body = { plan: 'premium' } as never
    await test.request('updateOrganization', { params: { organization: owner.organizationId }, body }, owner)
    const agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
    visits += 1
    const headers = { 'x-forwarded-for': `10.2.${Math.floor(visits / 250)}.${visits % 250}` }
    const visit = await test.request('startVisit', { params: { agent }, body: {} }, { headers })
    const visitor = { key: visit.data.token, headers }
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'Hello' } }, visitor)
    const { data } = await test.request('readVisit', { query: {} }, visitor)
    return { params: { agent, conversation: data.conversation!.id }, visitor }
  }

  async function take(step: Step, { params, visitor }: Awaited<ReturnType<typeof begin>>): Promise<number> {
    const { agent } = params
    const set = async (body: object) => (await test.request('updateConversation', { params, body }, { key })).status
    const change = async (body: object) =>
      (await test.request('updateAgent', { params: { agent }, body }, { key })).status
    const settings = async (is_disabled: boolean) =>
      (await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled } }, owner)).status
    const snooze = async (until: string | null) =>
      (await test.request('snoozeConversation', { params, body: { until } }, owner)).status
    switch (step) {
      case 'writes': {
        const body = { id: randomUUID(), content: 'When does the shop open?' }
        return (await test.request('writeMessage', { body }, visitor)).status
      }
      case 'writes that they want a person': {
        const body = { id: randomUUID(), content: 'Can I talk to a person?' }
        return (await test.request('writeMessage', { body }, visitor)).status
      }
      case 'snoozed':
        return snooze(new Date(now + 30_000).toISOString())
      case 'snoozed until they write':
        return snooze('visitor')
      case 'woken':
        return snooze(null)
      case 'snooze is over': {
        const read = test.deps.database.read.selectFrom('conversations').select('snoozed_until as until')
        const { until } = await read.where('id', '=', params.conversation).executeTakeFirstOrThrow()
        const payload = { conversationId: params.conversation, until: until ?? 0 }
        await wakeHandler(test.deps).run(payload, { attempt: 1, signal: new AbortController().signal })
        return 200
      }
      case 'credits are spent':
        test.config.planQuotas.premium.message_credits = 0
        return 200
      case 'credits are renewed':
        renewCredits()
        return 200
      case 'wants a person':
        return (await test.request('askForPerson', {}, visitor)).status
      case 'asks the assistant instead':
        return (await test.request('handBack', {}, visitor)).status
      case 'person writes':
        return (await test.request('sendHumanMessage', { params, body: { content: 'At nine.' } }, { key })).status
      case 'taken over':
        return set({ response_mode: 'human' })
      case 'given back':
        return set({ response_mode: 'ai' })
      case 'given back and answered':
        return (await test.request('giveBack', { params, body: { answers: true } }, owner)).status
      case 'closed':
        return set({ status: 'closed' })
      case 'reopened':
        return set({ status: 'open' })
      case 'assigned':
        return (await test.request('assignConversation', { params, body: { assignee: owner.userId } }, owner)).status
      case 'disabled':
      case 'enabled':
        return settings(step === 'disabled')
      case 'for people only':
      case 'for the AI too':
        return change({ only_human: step === 'for people only' })
      case 'offer is declined': {
        const { items } = (await test.request('readVisit', { query: {} }, visitor)).data
        const id = items.findLast((item) => 'message' in item && item.message.role === 'assistant')
        if (!id || !('message' in id)) return 200
        return (await test.request('declineOffer', { params: { id: id.message.id } }, visitor)).status
      }
      case 'deleted':
        return (await test.request('deleteConversation', { params }, owner)).status
      case 'replies of the day are spent': {
        const body = { ai_replies_per_day: 1 }
        return (await test.request('updateAgentSettings', { params: { agent }, body }, owner)).status
      }
      case 'another is imported': {
        const said = { role: 'visitor' as const, content: 'Hello?', created_at: new Date(now).toISOString() }
        const body = { origin: 'widget' as const, chat_user: { id: 'another' }, messages: [said] }
        return (await test.request('importConversation', { params: { agent }, body }, owner)).status
      }
      case 'reply is made':
      case 'reply fails': {
        const reply = await newest(params.conversation)
        if (!reply) return 200
        const payload = { conversationId: params.conversation, turn: reply.turn }
        const handler = replyHandler(test.deps)
        if (step === 'reply fails') await handler.failed!(payload, new Error('The model is away.'))
        else await handler.run(payload, { attempt: 1, signal: new AbortController().signal })
        return 200
      }
    }
  }

  async function listed(): Promise<string[]> {
    const params = { organization: owner.organizationId }
    const ids = []
    for (const view of ['unassigned', 'mine'] as const) {
      const { data } = await test.request('listInbox', { params, query: { view } }, owner)
      ids.push(...data.items.filter(({ waiting_since }) => waiting_since !== null))
    }
    const { waiting } = (await test.request('getInboxSummary', { params, query: {} }, owner)).data
    expect(waiting).toBe(ids.length)
    return ids.filter(({ not_answered }) => not_answered).map(({ id }) => id)
  }

  it('they are being answered, or listed as waiting', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 16 }),
      async (taken) => {
        const place = await begin()
        for (const [index, step] of taken.entries()) {
          now += 61_000
          const done = JSON.stringify(taken.slice(0, index + 1))
          expect(await take(step, place), done).toBeLessThan(500)
          expect(await listed(), done).toEqual(await leftUnanswered(test.deps.database.read, owner.organizationId))
          const reply = await newest(place.params.conversation)
          const { data, status } = await test.request('listThread', { params: place.params, query: {} }, owner)
          if (status === 404) continue // it was deleted
          expect(data.reply !== null, done).toBe(reply?.status === 'pending')
          const seen = (await test.request('readVisit', { query: {} }, place.visitor)).data.conversation
          expect(seen!.reply, done).toEqual(data.reply)
          if (reply?.status === 'pending') expect(await isQueued(reply.conversation_id, reply.turn), done).toBe(true)
        }
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  /** Whether a job makes the reply, which is run again by another process if this one dies. */
  async function isQueued(conversationId: string, turn: number): Promise<boolean> {
    const jobs = await test.deps.database.read
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', replyJob.name)
      .where('payload', 'like', `%${conversationId}%`)
      .execute()
    return jobs.some(({ payload }) => JSON.parse(payload).turn === turn)
  }
})
