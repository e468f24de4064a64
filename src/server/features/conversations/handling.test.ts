import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { wakeHandler } from './wake.job.ts'

const HOUR = 60 * 60 * 1000

describe.each(databases())('what a team makes of a conversation on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let ada: Owner
  let key: string
  let agent: string
  let time = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time, env: { RATE_LIMITS: '{"read":100000,"write":100000}' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    ada = await buildMember(test, owner, 'responder')
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { only_human: true } }, { key })
  })

  const organization = () => ({ organization: owner.organizationId })
  const open = async () => {
    time += 1_000
    return (await buildConversation(test, owner, agent)).id
  }
  const say = (conversation: string) => {
    time += 1_000
    return test.request('sendMessage', { params: { agent, conversation }, body: { content: 'Hello?' } }, { key })
  }
  const bearers = new Map<Owner, string>()
  const bearerOf = async (caller: Owner) => {
    const known = bearers.get(caller)
    if (known) return { key: known }
    const { data } = await test.request('createSessionToken', { body: {} }, { cookie: caller.cookie })
    bearers.set(caller, data.token)
    return { key: data.token }
  }
  const set = async (conversation: string, body: Input<'updateConversation'>['body'], caller: Owner = ada) =>
    test.request('updateConversation', { params: { agent, conversation }, body }, await bearerOf(caller))
  const reply = async (conversation: string, caller: Owner = ada) =>
    test.request(
      'sendHumanMessage',
      { params: { agent, conversation }, body: { content: 'Hi.' } },
      await bearerOf(caller),
    )
  const assign = (conversation: string, assignee: string | null, caller = ada) =>
    test.request('assignConversation', { params: { agent, conversation }, body: { assignee } }, caller)
  const snooze = (conversation: string, until: string | null) =>
    test.request('snoozeConversation', { params: { agent, conversation }, body: { until } }, ada)
  const label = (conversation: string, body: Input<'labelConversation'>['body']) =>
    test.request('labelConversation', { params: { agent, conversation }, body }, ada)
  const newLabel = async (name: string, caller = owner) => {
    const params = { organization: caller.organizationId }
    return (await test.request('createLabel', { params, body: { name, color: 'red' } }, { cookie: caller.cookie })).data
  }
  const line = async (conversation: string) =>
    (await test.request('getInboxLine', { params: { agent, conversation } }, ada)).data
  const list = async (query: NonNullable<Input<'listInbox'>['query']>, caller = ada) => {
    const { data } = await test.request('listInbox', { params: organization(), query }, { cookie: caller.cookie })
    return data.items.map(({ id }) => id)
  }
  const summary = async (caller = ada) =>
    (await test.request('getInboxSummary', { params: organization(), query: {} }, { cookie: caller.cookie })).data
  const change = async (ids: string[], wanted: Input<'changeConversations'>['body']['change'], caller = ada) =>
    test.request(
      'changeConversations',
      { params: organization(), body: { ids, change: wanted } },
      { cookie: caller.cookie },
    )
  const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field)

  it('is given to members, and to nobody else', async () => {
    const id = await open()
    expect((await assign(id, owner.userId)).data).toMatchObject({ assignee: { user_id: owner.userId } })
    expect((await line(id)).assignee).toMatchObject({ user_id: owner.userId })
    const stranger = await test.signUp()
    for (const nobody of [stranger.userId, randomUUID()]) {
      const answer = await assign(id, nobody)
      expect([answer.status, fields(answer)]).toEqual([422, ['assignee']])
    }
    expect((await assign(id, null)).data.assignee).toBeNull()
    const thread = await test.request('listThread', { params: { agent, conversation: id } }, owner)
    expect(thread.data.items.flatMap(({ event }) => (event?.type === 'assigned' ? [event] : []))).toEqual([
      { type: 'assigned', assignee: expect.any(String), assignee_id: owner.userId },
      { type: 'assigned', assignee: null },
    ])
  })

  it('is whose who replies or takes over, unless it is somebody’s, and nobody’s with the AI', async () => {
    const id = await open()
    await test.request('sendHumanMessage', { params: { agent, conversation: id }, body: { content: 'Hi.' } }, { key })
    expect((await line(id)).assignee).toBeNull() // a key is nobody in particular
    await reply(id)
    expect((await line(id)).assignee?.user_id).toBe(ada.userId)
    await reply(id, owner)
    expect((await line(id)).assignee?.user_id).toBe(ada.userId)
    await set(id, { response_mode: 'ai' })
    expect((await line(id)).assignee).toBeNull()
    await set(id, { response_mode: 'human' }, owner)
    expect((await line(id)).assignee?.user_id).toBe(owner.userId)
  })

  it('is out of sight until its time, also if the server slept through it', async () => {
    const id = await open()
    await say(id)
    const until = new Date(time + HOUR).toISOString()
    expect((await snooze(id, until)).data.snoozed_until).toBe(until)
    expect(await list({ view: 'unassigned' })).toEqual([])
    expect(await list({ view: 'snoozed' })).toEqual([id])
    const run = { attempt: 1, signal: new AbortController().signal }
    await wakeHandler(test.deps).run({ conversationId: id, until: Date.parse(until) + 1 }, run) // another snooze's job
    expect(await list({ view: 'snoozed' })).toEqual([id])
    const jobs = await test.deps.database.read.selectFrom('jobs').selectAll().execute()
    for (const { name, payload } of jobs.filter((job) => job.name === 'conversations.wake')) {
      expect([name, JSON.parse(payload).until]).toEqual(['conversations.wake', Date.parse(until)])
    }
    time += 2 * HOUR
    await wakeHandler(test.deps).run({ conversationId: id, until: Date.parse(until) }, run)
    expect(await list({ view: 'unassigned' })).toEqual([id])
    expect((await line(id)).snoozed_until).toBeNull()
  })

  it('is woken by a job as soon as its time has come', async () => {
    const id = await open()
    const before = time
    time = Date.now() // the queue goes by the machine's clock
    await snooze(id, new Date(time + 300).toISOString())
    time = before
    await expect.poll(async () => (await line(id)).snoozed_until).toBeNull()
  })

  it('is woken by its visitor, by closing it and by giving it to the AI', async () => {
    const id = await open()
    const wakers = [
      () => say(id),
      () => snooze(id, null),
      async () => {
        await set(id, { status: 'closed' })
        await set(id, { status: 'open' })
      },
      () => set(id, { response_mode: 'ai' }),
    ]
    for (const wake of wakers) {
      expect((await snooze(id, 'visitor')).data.snoozed_until).toBe('visitor')
      await wake()
      expect((await line(id)).snoozed_until).toBeNull()
    }
    expect((await snooze(id, null)).status).toBe(200)
    const refused = await snooze(id, 'visitor')
    expect([refused.status, fields(refused)]).toEqual([422, ['until']])
  })

  it('is snoozed for a year at most, and not into the past', async () => {
    const id = await open()
    for (const ms of [-1, 367 * 24 * HOUR]) {
      const answer = await snooze(id, new Date(time + ms).toISOString())
      expect([answer.status, fields(answer)]).toEqual([422, ['until']])
    }
    expect(fields(await snooze(id, 'tomorrow'))).toEqual(['until'])
    await set(id, { status: 'closed' })
    expect((await snooze(id, 'visitor')).body.error.code).toBe('conversation_closed')
  })

  it('is labelled, and listed by its labels', async () => {
    const [bug, room] = [await newLabel('Bug'), await newLabel('Room')]
    const ids = [await open(), await open(), await open()] as const
    await label(ids[0], { add: [bug.id, room.id] })
    await label(ids[1], { add: [bug.id] })
    expect((await label(ids[0], { add: [], remove: [room.id] })).data.labels).toEqual([bug])
    await say(ids[0]) // moves it to the top
    expect(await list({ label: bug.id })).toEqual([ids[0], ids[1]])
    expect(await list({ label: bug.id, sort: 'waiting' })).toEqual([ids[0], ids[1]])
    expect(await list({ label: room.id })).toEqual([])
    await set(ids[1], { status: 'closed' })
    expect(await list({ label: bug.id })).toEqual([ids[0]])
    expect(await list({ label: bug.id, view: 'closed' })).toEqual([ids[1]])

    const foreign = await newLabel('Theirs', await test.signUp())
    for (const body of [{ add: [foreign.id] }, { add: [], remove: [randomUUID()] }])
      expect((await label(ids[0], body)).status).toBe(422)

    const params = { ...organization(), label: bug.id }
    await test.request('deleteLabel', { params }, { cookie: owner.cookie })
    expect((await line(ids[0])).labels).toEqual([])
    await test.settled()
    const left = test.deps.database.read.selectFrom('conversation_labels').selectAll().where('label_id', '=', bug.id)
    expect(await left.execute()).toEqual([])
  })

  it('is in its views, in their orders and numbers', async () => {
    const ids = [await open(), await open(), await open(), await open(), await open()] as const
    await reply(ids[0])
    for (const id of ids.slice(1)) await say(id)
    await assign(ids[1], ada.userId)
    await say(ids[2]) // has waited longer than the others, but was written to last
    await snooze(ids[3], 'visitor')
    expect(await list({ view: 'mine' })).toEqual([ids[1], ids[0]])
    expect(await list({ view: 'unassigned' })).toEqual([ids[2], ids[4]])
    expect(await list({ view: 'unassigned', sort: 'waiting' })).toEqual([ids[2], ids[4]])
    expect(await list({ view: 'open' })).toEqual([ids[2], ids[4], ids[1], ids[0]])
    expect(await list({ view: 'open', sort: 'waiting' })).toEqual([ids[1], ids[2], ids[4], ids[0]])
    expect(await list({ view: 'open', assignee: ada.userId })).toEqual([ids[1], ids[0]])
    expect(await list({ view: 'mine' }, owner)).toEqual([])
    expect(await summary()).toMatchObject({
      mine: 2,
      for_me: 2,
      unassigned: 2,
      open: 4,
      ai: 0,
      snoozed: 1,
      closed: 0,
      waiting: 3,
    })
    expect(await summary(owner)).toMatchObject({ mine: 0, unassigned: 2, waiting: 2 })
    await set(ids[2], { response_mode: 'ai' })
    await set(ids[3], { status: 'closed' })
    expect(await summary()).toMatchObject({ mine: 2, unassigned: 2, open: 3, ai: 1, snoozed: 0, closed: 1, waiting: 3 })
  })

  it('is paged in either order', async () => {
    const { deps } = test
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.push(await open())
    const { organizationId } = owner
    // Fifty more of the same moment, so that the order goes by ids.
    await deps.database.transaction(async (tx) => {
      const row = await tx.selectFrom('conversations').selectAll().where('id', '=', ids[0]!).executeTakeFirstOrThrow()
      const more = Array.from({ length: 50 }, () => ({ ...row, id: randomUUID(), chat_user_id: randomUUID() }))
      await tx.insertInto('conversations').values(more).execute()
      ids.push(...more.map(({ id }) => id))
    })
    for (const sort of ['newest', 'waiting'] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const query = { view: 'open' as const, sort, ...(cursor && { cursor }) }
        const page: { data: Data<'listInbox'> } = await test.request(
          'listInbox',
          { params: { organization: organizationId }, query },
          ada,
        )
        seen.push(...page.data.items.map(({ id }) => id))
        cursor = page.data.next_cursor
        const other = { ...query, sort: sort === 'newest' ? ('waiting' as const) : ('newest' as const) }
        if (cursor)
          expect(
            (await test.request('listInbox', { params: organization(), query: { ...other, cursor } }, ada)).status,
          ).toBe(422)
      } while (cursor)
      expect(seen.toSorted()).toEqual(ids.toSorted())
    }
  })

  it('loses its assignee with their membership, also where they had very much', async () => {
    const ids = [await open(), await open()]
    for (const id of ids) await assign(id, ada.userId)
    await test.deps.database.transaction(async (tx) => {
      const row = await tx.selectFrom('conversations').selectAll().where('id', '=', ids[0]!).executeTakeFirstOrThrow()
      const more = Array.from({ length: 120 }, () => ({ ...row, id: randomUUID(), chat_user_id: randomUUID() }))
      await tx.insertInto('conversations').values(more).execute()
    })
    await test.request('removeMember', { params: { ...organization(), user: ada.userId } }, { cookie: owner.cookie })
    const { data } = await test.request('listInbox', { params: organization(), query: {} }, { cookie: owner.cookie })
    expect(data.items.filter(({ assignee }) => assignee !== null)).toEqual([])
    await test.settled()
    const left = test.deps.database.read.selectFrom('conversations').select('id').where('assignee_id', '=', ada.userId)
    expect(await left.execute()).toEqual([])
  })

  describe('POST /organizations/{organization}/conversations/change', () => {
    it('changes each that can be changed, and tells why the others were not', async () => {
      const [one, other, closed] = [await open(), await open(), await open()]
      await set(closed, { status: 'closed' })
      const gone = await open()
      await test.request('deleteConversation', { params: { agent, conversation: gone } }, { key })
      const stranger = await test.signUp()
      const foreign = (await buildConversation(test, stranger, (await buildAgent(test, stranger)).id)).id
      const unknown = randomUUID()
      const ok = (id: string) => ({ id, ok: true, code: null })
      const refused = (id: string, code: string) => ({ id, ok: false, code })
      const ids = [other, closed, gone, foreign, unknown, one]
      expect((await change(ids, { response_mode: 'ai' })).data).toEqual([
        ok(other),
        refused(closed, 'conversation_closed'),
        ...[gone, foreign, unknown].map((id) => refused(id, 'resource_not_found')),
        ok(one),
      ])
      expect(await list({ view: 'ai' })).toEqual(expect.arrayContaining([one, other]))
      const bug = await newLabel('Bug')
      expect((await change([one, closed], { labels: { add: [bug.id] } })).data).toEqual([ok(one), ok(closed)])
      expect((await line(closed)).labels).toEqual([bug])
      await change([one, other], { assignee: ada.userId })
      expect(await list({ view: 'mine' })).toHaveLength(2)
      await change([one, other], { status: 'closed' })
      expect(await list({ view: 'closed' })).toHaveLength(3)
    })

    it('reopens none whose visitor has another open, and all others', async () => {
      const body = { chat_user_id: 'visitor' }
      const first = (await buildConversation(test, owner, agent, body)).id
      const lone = await open()
      await change([first, lone], { status: 'closed' })
      const second = (await buildConversation(test, owner, agent, body)).id
      const answer = await change([first, lone, second], { status: 'open' })
      expect(answer.data.map(({ code }) => code)).toEqual(['conversation_conflict', null, null])
      expect(await list({ view: 'closed' })).toEqual([first])
    })

    it('leaves a disabled agent’s mode and status, and goes on with the rest', async () => {
      const id = await open()
      const body = { is_disabled: true, disabled_reason: 'On holiday' }
      await test.request('updateAgentSettings', { params: { agent }, body }, { cookie: owner.cookie })
      expect((await change([id], { status: 'closed' })).data[0]?.code).toBe('agent_unavailable')
      expect((await change([id], { assignee: ada.userId })).data[0]?.ok).toBe(true)
      expect((await snooze(id, 'visitor')).status).toBe(200)
    })

    it('needs exactly one change, of members and labels there are', async () => {
      const id = await open()
      const none = randomUUID()
      expect(fields(await change([id], {}))).toEqual(['change'])
      expect(fields(await change([id], { status: 'closed', response_mode: 'ai' }))).toEqual(['change'])
      expect(fields(await change([id], { assignee: none }))).toEqual(['change.assignee'])
      expect(fields(await change([id], { labels: { add: [none] } }))).toEqual(['change.labels.add'])
      expect(fields(await change([], { status: 'closed' }))).toEqual(['ids'])
      const many = Array.from({ length: 101 }, () => randomUUID())
      expect(fields(await change(many, { status: 'closed' }))).toEqual(['ids'])
      const stranger = await test.signUp()
      expect((await change([id], { status: 'closed' }, stranger)).status).toBe(403)
    })
  })
})
