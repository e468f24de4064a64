import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { waitHandler } from '../alerts/look-at-wait.job.ts'
import { notifyAdmins, pruneNotifications } from './index.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(databases())('notifications on $name', (database) => {
  let test: TestApp
  let clock = Date.now()
  let owner: Owner
  let grace: Owner
  let linus: Owner
  let agent: string
  let conversation: string

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, now: () => clock })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    grace = await buildMember(test, owner, 'responder')
    linus = await buildMember(test, owner, 'responder')
    agent = (await buildAgent(test, owner)).id
    conversation = (await buildConversation(test, owner, agent, { chat_user_id: 'ana' })).id
  })

  const params = () => ({ agent, conversation })
  const organization = () => ({ organization: owner.organizationId })
  const cookieOf = ({ cookie }: Owner) => ({ cookie })
  const list = async (of: Owner, query: object = {}) => {
    const answer = await test.request('listNotifications', { params: organization(), query }, cookieOf(of))
    expect(answer.status).toBe(200)
    return answer.data as Data<'listNotifications'>
  }
  const told = async (of: Owner) =>
    (await list(of)).items.map(({ kind, excerpt, count }) => (count > 1 ? [kind, excerpt, count] : [kind, excerpt]))
  const note = async (by: Owner, content: string, mentions: Owner[] = []) => {
    const body = { content, mentions: mentions.map(({ userId }) => userId) }
    const answer = await test.request('createNote', { params: params(), body }, cookieOf(by))
    expect(answer.status).toBe(201)
    return answer.data.id as string
  }
  const assign = (by: Owner, to: Owner | null) =>
    test.request('assignConversation', { params: params(), body: { assignee: to?.userId ?? null } }, cookieOf(by))
  const write = async (content: string) =>
    test.request('sendMessage', { params: params(), body: { content } }, { key: await owner.key() })
  const toPeople = async () =>
    test.request(
      'updateConversation',
      { params: params(), body: { response_mode: 'human' } },
      { key: await owner.key() },
    )

  it('tells who is mentioned, and nobody else, of a note', async () => {
    const id = await note(owner, 'Grace, can you look?', [grace, owner])
    const { items, unread } = await list(grace)
    expect(unread).toBe(1)
    expect(items).toMatchObject([
      {
        ...{ kind: 'mention', actor: { user_id: owner.userId }, agent_id: agent, conversation_id: conversation },
        ...{ excerpt: 'Grace, can you look?', count: 1, read_at: null },
        chat_user: { id: 'ana', name: null, email: null, identity_verified: false },
      },
    ])
    for (const other of [owner, linus]) expect(await list(other)).toEqual({ items: [], unread: 0 })
    await test.request(
      'updateNote',
      { params: { ...params(), note: id }, body: { content: 'Linus too', mentions: [grace.userId, linus.userId] } },
      cookieOf(owner),
    )
    expect([await told(grace), await told(linus)]).toEqual([[['mention', 'Linus too']], [['mention', 'Linus too']]])
  })

  it('tells followers of each new note, gathering what is unread, and takes deleted notes away', async () => {
    await note(grace, 'I begin')
    const first = await note(owner, 'One')
    await note(owner, 'Two')
    expect(await told(grace)).toEqual([['note', 'Two', 2]])
    expect(await told(owner)).toEqual([])
    expect(await told(linus)).toEqual([])
    clock += 11 * MINUTE_MS
    const late = await note(owner, 'Three')
    expect(await told(grace)).toEqual([
      ['note', 'Three'],
      ['note', 'Two', 2],
    ])
    for (const id of [first, late])
      await test.request('deleteNote', { params: { ...params(), note: id } }, cookieOf(owner))
    expect(await told(grace)).toEqual([['note', 'Two']])
    await test.request('deleteConversation', { params: params() }, { key: await owner.key() })
    expect(await list(grace)).toEqual({ items: [], unread: 0 })
  })

  it('tells of an assignment and of what the visitor writes then, unless one has it open', async () => {
    await write('Where is my parcel?')
    await assign(grace, grace)
    expect(await told(grace)).toEqual([])
    await assign(owner, linus)
    expect(await told(linus)).toEqual([['assigned', 'Where is my parcel?']])
    await toPeople()
    await write('Hello?')
    expect(await told(linus)).toEqual([
      ['visitor_wrote', 'Hello?', 2], // the first was what awaited an answer as people took over
      ['assigned', 'Where is my parcel?'],
    ])
    await test.request(
      'tellPresence',
      { params: organization(), body: { conversation_id: conversation, is_writing: false } },
      cookieOf(linus),
    )
    await write('Still there?')
    expect(await told(linus)).toHaveLength(2)
    expect(await told(grace)).toEqual([])
    clock += MINUTE_MS
  })

  it('tells who is available, once, of a visitor who has waited for a minute and is nobody’s', async () => {
    await test.request('updateOwnMember', { params: organization(), body: { availability: 'away' } }, cookieOf(linus))
    await write('Where is my parcel?')
    await write('Is anybody there?')
    await toPeople()
    const { since } = await test.deps.database.read
      .selectFrom('conversations')
      .select('waiting_since as since')
      .where('id', '=', conversation)
      .executeTakeFirstOrThrow()
    const look = () =>
      waitHandler(test.deps).run({ conversationId: conversation, since: since!, step: 0 }, {
        signal: new AbortController().signal,
        attempt: 1,
        isLast: false,
      } as never)
    await look()
    await look()
    expect(await told(grace)).toEqual([['waiting', 'Is anybody there?']])
    expect(await told(owner)).toEqual([['waiting', 'Is anybody there?']])
    const { items } = (await test.request('listNotifications', { params: organization() }, cookieOf(grace))).data
    expect(items[0]?.detail).toMatch(/^The visitor asked \d questions?/)
    expect(await told(linus)).toEqual([])
  })

  it('tells of nobody whom a disabled agent leaves unanswered, whom the inbox does not list as waiting either', async () => {
    const other = (await buildConversation(test, owner, agent, { chat_user_id: 'ben' })).id
    const key = await owner.key()
    const disable = (is_disabled: boolean) =>
      test.request('updateAgentSettings', { params: { agent }, body: { is_disabled } }, cookieOf(owner))
    const wait = async (id: string) => {
      const place = { agent, conversation: id }
      await test.request('updateConversation', { params: place, body: { response_mode: 'human' } }, { key })
      await test.request('sendMessage', { params: place, body: { content: 'Is anybody there?' } }, { key })
      await test.request('updateConversation', { params: place, body: { response_mode: 'ai' } }, { key })
      const { since } = await test.deps.database.read
        .selectFrom('conversations')
        .select('waiting_since as since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return () => waitHandler(test.deps).run({ conversationId: id, since: since!, step: 0 }, {} as never)
    }
    const [lookAtOne, lookAtOther] = [await wait(conversation), await wait(other)]
    await disable(true)
    await lookAtOne()
    expect(await told(grace)).toEqual([])
    await disable(false)
    await lookAtOther()
    expect(await told(grace)).toEqual([['waiting', 'Is anybody there?']])
  })

  it('keeps what a member wants by other ways alone out of the list, and tells nothing of what they want not at all', async () => {
    const settle = (notifications: object) =>
      test.request('updateOwnMember', { params: organization(), body: { notifications } }, cookieOf(grace))
    const nothing = { list: false, desktop: false, sound: false, mail: false, push: false }
    await settle({ kinds: { mention: { list: false }, note: nothing } })
    await note(owner, 'For both', [grace, linus])
    await note(owner, 'One more')
    expect([await list(grace), await told(linus)]).toEqual([
      { items: [], unread: 0 },
      [
        ['note', 'One more'],
        ['mention', 'For both'],
      ],
    ])
    const logged = await test.deps.database.read
      .selectFrom('events')
      .select('payload')
      .where('organization_id', '=', owner.organizationId)
      .where('type', '=', 'notification.updated')
      .execute()
    const events = logged.map(({ payload }) => JSON.parse(payload) as StreamEvent)
    const ofGrace = events.filter(({ user_id }) => user_id === grace.userId)
    expect(ofGrace.map(({ news }) => [news?.kind, news?.actor_id, news?.conversation_id])).toEqual([
      ['mention', owner.userId, conversation],
    ])
  })

  it('marks as read by id, all at once, or by opening the conversation; other members’ ids do nothing', async () => {
    const read = (by: Owner, body: { ids: string[] } | { all: true }) =>
      test.request('readNotifications', { params: organization(), body }, cookieOf(by))
    await note(owner, 'To both', [grace, linus])
    const [mine] = (await list(grace)).items
    expect((await read(linus, { ids: [mine!.id, crypto.randomUUID()] })).status).toBe(204)
    expect([(await list(grace)).unread, (await list(linus)).unread]).toEqual([1, 1])
    await read(grace, { ids: [mine!.id] })
    expect((await list(grace)).items[0]!.read_at).not.toBeNull()
    await note(owner, 'Again', [grace])
    expect(await told(grace)).toEqual([
      ['mention', 'Again'],
      ['mention', 'To both'],
    ])
    await test.request('markConversationRead', { params: params(), body: { position: '0.1' } }, cookieOf(grace))
    expect((await list(grace)).unread).toBe(0)
    await read(linus, { all: true })
    expect((await list(linus)).unread).toBe(0)
    for (const body of [{}, { all: false }, { ids: [], all: true }])
      expect((await read(grace, body as never)).status).toBe(422)
  })

  it('pages by the id of the last one', async () => {
    for (const content of ['One', 'Two', 'Three']) {
      await note(owner, content, [grace])
      clock += 11 * MINUTE_MS
    }
    const first = await list(grace, { limit: 2 })
    expect(first.items.map(({ excerpt }) => excerpt)).toEqual(['Three', 'Two'])
    const rest = await list(grace, { limit: 2, before: first.items[1]!.id })
    expect(rest.items.map(({ excerpt }) => excerpt)).toEqual(['One'])
    for (const limit of [0, 101]) {
      const refused = await test.request(
        'listNotifications',
        { params: organization(), query: { limit } },
        cookieOf(grace),
      )
      expect(refused.status).toBe(422)
    }
  })

  it('tells troubles to owners and admins, and a removed member nothing more', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const trouble = () =>
      test.deps.database.transaction((tx) =>
        notifyAdmins(test.deps, tx, {
          ...{ kind: 'check_broke', organization_id: owner.organizationId, agent_id: agent },
          ...{ subjectId: crypto.randomUUID(), count: 3 },
        }),
      )
    await trouble()
    expect(await told(owner)).toEqual([['check_broke', 'Guide', 3]])
    expect(await told(grace)).toEqual([])
    await note(owner, 'For you', [admin, grace])
    for (const { userId } of [admin, grace]) {
      const removed = { params: { ...organization(), user: userId } }
      expect((await test.request('removeMember', removed, cookieOf(owner))).status).toBe(204)
    }
    await trouble()
    await note(owner, 'After that')
    const rows = await test.deps.database.read
      .selectFrom('notifications')
      .select('user_id')
      .where('organization_id', '=', owner.organizationId)
      .execute()
    expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([owner.userId]))
    const answer = await test.request('listNotifications', { params: organization() }, cookieOf(grace))
    expect(answer.status).toBe(403)
  })

  it('lists what one follows in the view “For me”, and counts it', async () => {
    const view = async (of: Owner) => {
      const { data } = await test.request(
        'listInbox',
        { params: organization(), query: { view: 'for_me' } },
        cookieOf(of),
      )
      const summary = await test.request('getInboxSummary', { params: organization() }, cookieOf(of))
      expect(summary.data.for_me).toBe(data.items.length)
      return data.items.map(({ id }: { id: string }) => id)
    }
    await note(owner, 'Grace?', [grace])
    expect([await view(owner), await view(grace), await view(linus)]).toEqual([[conversation], [conversation], []])
    await assign(owner, linus)
    await assign(owner, null)
    expect(await view(linus)).toEqual([conversation])
  })

  it('keeps them for 90 days, and tells their changes to that member’s stream alone', async () => {
    const { cookie } = grace
    const address = test.app.server.address() ?? (await test.app.listen({ port: 0, host: '127.0.0.1' }))
    const origin = typeof address === 'string' ? address : `http://127.0.0.1:${address.port}`
    const heard = async (of: string, until: (text: string) => boolean) => {
      const end = new AbortController()
      const path = `${origin}/api/v1/organizations/${owner.organizationId}/events?after=${mark}`
      const { body } = await fetch(path, { headers: { cookie: of }, signal: end.signal })
      let text = ''
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (until(text)) break
      }
      end.abort()
      return text
    }
    const { last } = await test.deps.database.read
      .selectFrom('events')
      .select((all) => all.fn.max('sequence').as('last'))
      .where('organization_id', '=', owner.organizationId)
      .executeTakeFirstOrThrow()
    const mark = last
    await note(owner, 'Only for you', [grace])
    await note(owner, 'And the end of the stream')
    const isWhole = (text: string) => text.split('thread.updated').length > 2
    expect(await heard(cookie, isWhole)).toContain(`"type":"notification.updated","user_id":"${grace.userId}"`)
    expect(await heard(linus.cookie, isWhole)).not.toContain('notification.updated')
    const known = (await list(grace)).items.length
    clock += 89 * DAY_MS
    await pruneNotifications(test.deps)
    const count = async () =>
      (
        await test.deps.database.read
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', grace.userId)
          .execute()
      ).length
    expect(await count()).toBe(known)
    clock += 2 * DAY_MS
    await pruneNotifications(test.deps)
    expect(await count()).toBe(0)
    clock -= 91 * DAY_MS
  })
})
