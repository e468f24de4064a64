import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import { up as countFromOpening } from '../../db/migrations/0030-facts-from-opening.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported, buildMember, buildTextSource } from '../../testing/factories.ts'
import { factsAsTold } from '../../testing/facts-as-told.ts'
import { sampleConversation } from '../../testing/sample-rows.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MONDAY = Date.UTC(2026, 10, 16, 9, 30)
const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

const FROM = { 'x-forwarded-for': '198.51.100.7' }

type Query = NonNullable<Input<'getOverview'>['query']>
type Listed = NonNullable<Input<'listOverviewConversations'>['query']>

describe.each(databases())('the overview on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let time = MONDAY

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: OFTEN }, now: () => time })
    owner = await test.signUp()
    key = await owner.key()
    agent = await trained()
  })
  afterAll(() => test.close())

  const trained = async (human_intervention = true) => {
    const { id } = await buildAgent(test, owner)
    await buildTextSource(test, owner, id, 'Breakfast is served from 7:00 to 10:30.')
    await buildTextSource(test, owner, id, 'Kayaks can be rented at the lake.')
    await test.request('updateAgent', { params: { agent: id }, body: { human_intervention } }, { key })
    return id
  }
  const ask = async (content: string, { of = agent, visitor = crypto.randomUUID() as string, into = '' } = {}) => {
    const conversation = into || (await buildConversation(test, owner, of, { chat_user_id: visitor })).id
    await test.request('sendMessage', { params: { agent: of, conversation }, body: { content } }, { key })
    await test.settled()
    return conversation
  }
  const set = (conversation: string, body: Input<'updateConversation'>['body'], of = agent) =>
    test.request('updateConversation', { params: { agent: of, conversation }, body }, { key })
  const overview = async (query: Query = {}, by: Owner = owner) => {
    const { status, data } = await test.request(
      'getOverview',
      { params: { organization: owner.organizationId }, query },
      by,
    )
    expect(status).toBe(200)
    return data
  }
  /** What is counted of each conversation as things happen is what its thread tells. */
  const isAsTold = async (of = agent) => {
    const { read } = test.deps.database
    const rows = await read.selectFrom('conversations').selectAll().where('agent_id', '=', of).execute()
    for (const row of rows) {
      const { stored, told } = await factsAsTold(read, row)
      expect(stored, row.chat_user_id).toEqual(told)
    }
  }
  const values = (data: Data<'getOverview'>) =>
    Object.fromEntries(Object.entries(data.numbers).map(([name, { value }]) => [name, value]))
  const behind = async (query: Listed) => {
    const params = { organization: owner.organizationId }
    const { data } = await test.request('listOverviewConversations', { params, query }, owner)
    return data.items.map(({ id }) => id)
  }

  it('counts what became of conversations, and opens them', async () => {
    const greeted = await buildConversation(test, owner, agent) // nobody writes in it
    const good = await ask('When is breakfast served?', { visitor: 'ana' })
    time += HOUR_MS
    const quiet = await ask('When is breakfast served?', { visitor: 'ben' })
    await set(quiet, { status: 'closed' })
    const reopened = await ask('When is breakfast served?')
    await set(reopened, { status: 'closed' })
    await set(reopened, { status: 'open' })
    const unknown = await ask('Which planets have rings?')
    const person = await ask('I want to talk to a person')
    time += 7 * 60_000
    const reply = { params: { agent, conversation: person }, body: { content: 'Here I am.' } }
    expect((await test.request('sendHumanMessage', reply, { key })).status).toBe(201)
    const { data: taken } = { data: await ask('When is breakfast served?') }
    await set(taken, { response_mode: 'human' })
    const unasked = { params: { agent, conversation: taken }, body: { content: 'I can say more.' } }
    expect((await test.request('sendHumanMessage', unasked, { key })).status).toBe(201)
    await buildImported(test, owner, agent, { messages: [{ role: 'visitor', content: 'Hello?' }] })
    const session = await test.request('createSessionToken', { body: { organization: owner.organizationId } }, owner)
    const tried = await buildConversation(test, owner, agent)
    await test.request(
      'sendMessage',
      { params: { agent, conversation: tried.id }, body: { content: 'When is breakfast served?' } },
      { key: session.data.token },
    )
    await test.settled()

    let now = await overview({ range: '24h' })
    expect(values(now)).toMatchObject({ conversations: 9, new_visitors: 7, answered_alone: 2, waiting: 1 })
    expect(now.numbers.answered_alone.parts).toEqual({ confirmed: 0, silent: 1, reopened: 1 })
    expect(now.numbers.handed_over.parts).toMatchObject({ asked_for_person: 1, taken_over: 1, no_answer: 1 })
    const { value, parts } = now.numbers.first_human_reply
    expect(value).toBe(parts!.median)
    expect(Math.abs(value! - 420)).toBeLessThan(420 * 0.05)
    expect(await behind({ number: 'answered_alone', part: 'silent', range: '24h' })).toEqual([quiet])
    expect(await behind({ number: 'handed_over', part: 'taken_over' })).toEqual([taken])
    expect(await behind({ number: 'first_human_reply' })).toEqual([person])
    expect(await behind({ number: 'handed_over', part: 'no_answer' })).toEqual([unknown])
    expect(now.sources.most[0]).toMatchObject({ answers: 4 + 1, agent_id: agent })
    expect(now.sources).toMatchObject({ never: [{ answers: 0 }], never_count: 1 })
    expect(now.series.reduce((total, { conversations }) => total + conversations, 0)).toBe(9)
    expect(await behind({ number: 'conversations', range: '24h' })).toEqual(
      expect.arrayContaining([greeted.id, tried.id]),
    )
    const opened: Record<string, number> = {}
    const counted: Record<string, number> = {}
    for (const number of ['conversations', 'new_visitors', 'answered_alone', 'handed_over', 'unknown'] as const) {
      const { value, parts } = now.numbers[number]
      counted[number] = value!
      opened[number] = (await behind({ number, range: '24h' })).length
      for (const [part, count] of Object.entries(parts ?? {})) {
        counted[`${number} ${part}`] = count
        opened[`${number} ${part}`] = (await behind({ number, part, range: '24h' })).length
      }
    }
    expect(opened).toEqual(counted)
    expect(now.load[0]!.slice(9, 11)).toEqual([2, 7])

    time += DAY_MS + HOUR_MS // after a day without a message, open conversations count as ended
    now = await overview({ range: '7d' })
    expect(now.numbers.answered_alone.parts).toEqual({ confirmed: 0, silent: 2, reopened: 1 })
    expect(await behind({ number: 'answered_alone', part: 'silent' })).toEqual([quiet, good])
    await ask('When is breakfast served?', { visitor: 'ben' })
    now = await overview({ range: '24h' })
    expect(values(now)).toMatchObject({ conversations: 1, new_visitors: 0 })
    expect(now.numbers.conversations.before).toBe(9)
    expect(values(await overview({ range: '7d', channel: 'widget' })).conversations).toBe(1)

    await ask('And at the weekend?', { into: good }) // whoever writes again was not silent
    now = await overview({ range: '7d' })
    expect(now.numbers.answered_alone.parts).toMatchObject({ silent: 1 })
    expect(await behind({ number: 'answered_alone', part: 'silent' })).toEqual([quiet])
    time += DAY_MS + HOUR_MS

    const all = values(await overview({ range: '7d' }))
    await test.request('deleteConversation', { params: { agent, conversation: quiet } }, { key })
    const matches = [{ agent_id: agent, chat_user_id: 'ana', identity_verified: false }]
    const params = { organization: owner.organizationId }
    expect((await test.request('eraseVisitors', { params, body: { matches } }, owner)).status).toBeLessThan(300)
    await test.settled()
    expect(values(await overview({ range: '7d' }))).toEqual(all)
    await isAsTold()
    const { read } = test.deps.database
    const erased = await read
      .selectFrom('conversation_facts')
      .selectAll()
      .where('conversation_id', 'is', null)
      .execute()
    expect(JSON.stringify(erased)).not.toContain(good)
    expect(erased).toHaveLength(1)
  })

  it('counts the conversations that the inbox and the agent’s tiles count, whoever has written in them', async () => {
    const own = await trained()
    await buildConversation(test, owner, own, { chat_user_id: 'greeted' })
    const closed = await buildConversation(test, owner, own, { chat_user_id: 'greeted and closed' })
    await set(closed.id, { status: 'closed' }, own)
    const begun = await buildConversation(test, owner, own, { chat_user_id: 'a person writes first' })
    const words = { params: { agent: own, conversation: begun.id }, body: { content: 'Your parcel is here.' } }
    expect((await test.request('sendHumanMessage', words, { key })).status).toBe(201)
    await ask('When is breakfast served?', { of: own })
    await buildImported(test, owner, own, { messages: [{ role: 'assistant', content: 'Welcome.' }] })
    const visit = { params: { agent: own }, body: {} }
    const visitor = { key: (await test.request('startVisit', visit, { headers: FROM })).data.token, headers: FROM }
    expect((await test.request('askForPerson', {}, visitor)).status).toBe(202)

    const counted = values(await overview({ agent: own })).conversations
    const { data: tiles } = await test.request('getAgentActivity', { params: { agent: own } }, owner)
    const inbox = { params: { organization: owner.organizationId }, query: { agent: own } }
    const { data: views } = await test.request('getInboxSummary', inbox, owner)
    expect([counted, tiles.open + tiles.closed, views.ai + views.open + views.closed]).toEqual([6, 6, 6])
    expect(await behind({ number: 'conversations', agent: own })).toHaveLength(6)
    await isAsTold(own)
  })

  it('counts what an earlier version left uncounted, as no visitor had written in it', async () => {
    const own = await trained()
    const { transaction } = test.deps.database
    const rows = [
      sampleConversation(owner.organizationId, own, { created_at: time }),
      sampleConversation(owner.organizationId, own, { created_at: time, asked_at: time }),
    ]
    await transaction(async (tx) => {
      await tx.insertInto('conversations').values(rows).execute()
      for (const _ of ['once', 'again']) await countFromOpening(tx as never)
    })
    expect(values(await overview({ agent: own })).conversations).toBe(1)
    expect(await behind({ number: 'conversations', agent: own })).toEqual([rows[0]!.id])
  })

  it('counts and finds what the AI does not know', async () => {
    const other = await trained(false)
    const unknown = await ask('Which planets have rings?', { of: other })
    const params = { agent: other }
    const { data } = await test.request('getAgentOverview', { params, query: { range: '24h' } }, owner)
    expect(values(data)).toMatchObject({ conversations: 1, unknown: 1, handed_over: 0, answered_alone: 0, gaps: 1 })
    for (const number of ['unknown', 'gaps'] as const) {
      const listed = await test.request('listAgentOverviewConversations', { params, query: { number } }, owner)
      expect(listed.data.items.map(({ id }) => id)).toEqual([unknown])
    }
  })

  it('counts what visitors of a website rate', async () => {
    const other = await trained()
    const start = await test.request('startVisit', { params: { agent: other }, body: {} }, { headers: FROM })
    const visitor = { key: start.data.token, headers: FROM }
    const body = { id: crypto.randomUUID(), content: 'When is breakfast served?' }
    await test.request('writeMessage', { body }, visitor)
    await test.settled()
    const { items } = (await test.request('readVisit', { query: {} }, visitor)).data
    const answer = items.flatMap((item) => ('message' in item ? [item.message.id] : [])).at(-1)!
    const numbers = async () => (await overview({ agent: other, channel: 'widget' })).numbers
    for (const score of ['bad', 'good'] as const) {
      await test.request('rate', { body: { message_id: answer, score } }, visitor)
      const { ratings, answered_alone } = await numbers()
      expect([ratings.value, ratings.parts![score]]).toEqual([1, 1])
      expect(answered_alone.parts).toEqual({ confirmed: score === 'good' ? 1 : 0, silent: 0, reopened: 0 })
    }
    expect(await behind({ number: 'ratings', part: 'good', agent: other })).toHaveLength(1)
    await isAsTold(other)
  })

  it('times what people answer in working hours, and leaves out what they answer before those begin', async () => {
    const params = { organization: owner.organizationId }
    const change = (working_hours: object) =>
      test.request('updateOrganization', { params, body: { time_zone: 'UTC', working_hours } }, owner)
    const own = await trained()
    const now = time
    await change({ monday: { from: '09:00', to: '17:00' } })
    const asked = async (visitor: string, at: number) => {
      time = at
      return ask('I want to talk to a person', { of: own, visitor })
    }
    const answered = async (conversation: string, at: number) => {
      time = at
      const reply = { params: { agent: own, conversation }, body: { content: 'Here I am.' } }
      expect((await test.request('sendHumanMessage', reply, { key })).status).toBe(201)
    }
    const figure = async () => (await overview({ agent: own, range: '7d' })).numbers.first_human_reply
    const saturday = now - (now % DAY_MS) + ((6 - new Date(now).getUTCDay() + 7) % 7) * DAY_MS + 12 * HOUR_MS
    const early = await asked('on Saturday', saturday)
    const late = await asked('on Saturday, too', saturday)
    await answered(early, saturday + 5 * 60_000)
    expect(await figure()).toMatchObject({ value: null, before: null })
    expect(await behind({ number: 'first_human_reply', agent: own })).toEqual([])
    await answered(late, saturday + 2 * DAY_MS - 3 * HOUR_MS + 10 * 60_000) // on Monday at 9:10
    expect((await figure()).parts).toEqual({ median: 600, p90: 600 })
    expect(await behind({ number: 'first_human_reply', agent: own })).toEqual([late])
    await isAsTold(own)
    await change({})
  })

  it('pages, in an hour and over hours', async () => {
    const own = await trained()
    await test.deps.database.transaction(async (tx) => {
      for (let at = 0; at < 130; at += 1) {
        const started_at = time - Math.floor(at / 70) * HOUR_MS
        const row = sampleConversation(owner.organizationId, own, { asked_at: started_at })
        await tx.insertInto('conversations').values(row).execute()
        await tx
          .insertInto('conversation_facts')
          .values({
            id: crypto.randomUUID(),
            conversation_id: row.id,
            organization_id: owner.organizationId,
            agent_id: own,
            origin: 'public_api',
            started_at,
            is_new_visitor: 1,
            answered_at: null,
            unknown_at: at % 2 === 0 ? started_at : null,
            handed_over_at: null,
            hand_over_reason: null,
            human_replied_at: null,
            reply_ms: null,
            closed_at: null,
            reopened_at: null,
            rating: null,
            rated_at: null,
          })
          .execute()
      }
    })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { number: 'unknown' as const, ...(cursor && { cursor }) }
      const { data } = await test.request('listAgentOverviewConversations', { params: { agent: own }, query }, owner)
      seen.push(...data.items.map(({ id }) => id))
      cursor = data.next_cursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(65)
    expect(seen).toHaveLength(65)
  })

  it('counts nobody as waiting for an agent that is deleted', async () => {
    const before = values(await overview()).waiting!
    const gone = await trained()
    const waits = await ask('I want to talk to a person', { of: gone })
    expect(values(await overview()).waiting).toBe(before + 1)
    expect(await behind({ number: 'waiting' })).toContain(waits)
    await test.request('deleteAgent', { params: { agent: gone } }, { key })
    expect(values(await overview()).waiting).toBe(before)
    expect(await behind({ number: 'waiting' })).not.toContain(waits)
  })

  it('refuses what it does not know', async () => {
    const params = { organization: owner.organizationId }
    for (const query of [{ range: '8d' }, { channel: 'fax' }, { agent: 'x' }]) {
      const { status, body } = await test.request('getOverview', { params, query: query as Query }, owner)
      expect([status, body.error.details[0].field]).toEqual([422, Object.keys(query)[0]])
    }
    for (const [query, field] of [
      [{ number: 'luck' }, 'number'],
      [{ number: 'unknown', part: 'good' }, 'part'],
      [{ number: 'ratings', cursor: 'x' }, 'cursor'],
    ] as const) {
      const { status, body } = await test.request(
        'listOverviewConversations',
        { params, query: query as Listed },
        owner,
      )
      expect([status, body.error.details[0].field]).toEqual([422, field])
    }
    const stranger = await test.signUp()
    expect((await test.request('getOverview', { params }, stranger)).status).toBe(403)
    const foreign = await buildAgent(test, stranger)
    await buildTextSource(test, stranger, foreign.id, 'Breakfast is served from 7:00 to 10:30.')
    const theirs = (await buildConversation(test, stranger, foreign.id, { chat_user_id: 'a stranger’s visitor' })).id
    const content = 'Which planets have rings?'
    const to = { agent: foreign.id, conversation: theirs }
    await test.request('sendMessage', { params: to, body: { content } }, { key: await stranger.key() })
    await test.settled()
    const own = { organization: stranger.organizationId }
    const seen = await test.request('getOverview', { params: own, query: { agent: foreign.id } }, stranger)
    expect([seen.data.numbers.gaps.value, seen.data.sources.never_count]).toEqual([1, 1])
    expect((await test.request('getAgentOverview', { params: { agent: foreign.id } }, owner)).status).toBe(403)
    const told = await overview({ agent: foreign.id })
    expect(values(told)).toMatchObject({ conversations: 0, waiting: 0, gaps: 0 })
    expect(told.sources).toEqual({ most: [], never: [], never_count: 0 })
    for (const number of ['gaps', 'waiting', 'conversations'] as const)
      expect(await behind({ number, agent: foreign.id }), number).toEqual([])
    const responder = await buildMember(test, owner, 'responder')
    await overview({}, responder)
  })

  it('counts why people had a conversation before its visitor’s first words', async () => {
    const own = await trained()
    const parts = async () => (await overview({ agent: own, range: '24h' })).numbers.handed_over.parts
    const visit = { params: { agent: own }, body: {} }
    const visitor = { key: (await test.request('startVisit', visit)).data.token }
    const write = (content: string, id = crypto.randomUUID()) =>
      test.request('writeMessage', { body: { id, content } }, visitor)
    expect((await test.request('askForPerson', {}, visitor)).status).toBe(202)
    expect((await write('My parcel is lost.')).status).toBe(201)
    expect(await parts()).toMatchObject({ asked_for_person: 1, people_only: 0, taken_over: 0 })
    // A member takes the conversation over before anything is said in it.
    const { id: taken } = await buildConversation(test, owner, own, { chat_user_id: 'ana' })
    await set(taken, { response_mode: 'human' }, own)
    await ask('Hello?', { of: own, into: taken })
    expect(await parts()).toMatchObject({ asked_for_person: 1, people_only: 0, taken_over: 1 })
    // Given back before the first words, it is the AI's again.
    const { id: back } = await buildConversation(test, owner, own, { chat_user_id: 'ben' })
    await set(back, { response_mode: 'human' }, own)
    await set(back, { response_mode: 'ai' }, own)
    await ask('When is breakfast served?', { of: own, into: back })
    expect(await parts()).toMatchObject({ asked_for_person: 1, people_only: 0, taken_over: 1 })
    // Where the agent leaves all to people from the beginning.
    await test.request('updateAgent', { params: { agent: own }, body: { only_human: true } }, { key })
    await ask('Hello?', { of: own })
    expect(await parts()).toMatchObject({ asked_for_person: 1, people_only: 1, taken_over: 1 })
    await isAsTold(own)
  })
})
