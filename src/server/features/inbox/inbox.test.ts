import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('the inbox on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let time = Date.parse('2026-03-01T10:00:00Z')

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time })
  })
  beforeEach(async () => {
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
  })
  afterAll(() => test.close())

  const list = async (query: NonNullable<Input<'listInbox'>>['query'] = {}) => {
    const params = { organization: owner.organizationId }
    return (await test.request('listInbox', { params, query }, owner)).data
  }
  const summary = async () => {
    const params = { organization: owner.organizationId }
    return (await test.request('getInboxSummary', { params, query: {} }, owner)).data
  }
  const say = async (conversation: string, content: string) => {
    time += 1_000
    await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
    await test.settled()
  }

  it('lists conversations of all agents, latest activity first, page by page', async () => {
    const other = (await buildAgent(test, owner, { name: 'Other' })).id
    const made: string[] = []
    for (let count = 0; count < 51; count += 1) {
      time += 1_000
      made.push((await buildConversation(test, owner, count % 2 ? agent : other)).id)
    }
    const view = 'ai'
    const first = await list({ view })
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(1).reverse())
    const rest = await list({ view, cursor: first.next_cursor! })
    expect([rest.items.map(({ id }) => id), rest.next_cursor]).toEqual([[made[0]], null])
    expect((await list({ view, agent: other.toUpperCase() })).items).toHaveLength(26)
    const stranger = await test.signUp()
    const params = { organization: owner.organizationId }
    expect((await test.request('listInbox', { params, query: {} }, stranger)).status).toBe(403)
  })

  it('shows what somebody who waits for a person has asked', async () => {
    const { id } = await buildConversation(test, owner, agent)
    await say(id, 'Hello there')
    expect((await list({ view: 'unassigned' })).items).toEqual([])
    await say(id, 'Can I talk to a person about my broken bicycle?')
    const [waiting] = (await list({ view: 'unassigned' })).items
    expect(waiting).toMatchObject({
      id,
      response_mode: 'human',
      question: 'Can I talk to a person about my broken bicycle?',
      last_message: { role: 'assistant' },
    })
    expect(await summary()).toEqual({
      ...{ mine: 0, for_me: 0, unassigned: 1, open: 1, ai: 0, snoozed: 0, closed: 0, waiting: 1 },
    })
    await say(id, 'Anybody there?')
    expect((await list()).items[0]).toMatchObject({ question: null, last_message: { excerpt: 'Anybody there?' } })
    const params = { agent, conversation: id }
    await test.request('sendHumanMessage', { params, body: { content: 'Here I am.' } }, { key })
    expect((await list()).items[0]).toMatchObject({ question: null, waiting_since: null })
  })

  it('tells views and channels apart', async () => {
    const open = await buildConversation(test, owner, agent)
    const closed = await buildConversation(test, owner, agent)
    const params = { agent, conversation: closed.id }
    await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
    const imported = await buildImported(test, owner, agent)
    const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ id }) => id).sort()
    expect(await ids({ view: 'closed' })).toEqual([closed.id])
    expect(await ids({ view: 'ai' })).toEqual([open.id, imported.id].sort())
    expect(await ids({ view: 'ai', origin: 'widget' })).toEqual([imported.id])
  })

  describe('tells each member how far they have read', () => {
    const params = (conversation: string) => ({ agent, conversation })
    const read = (id: string, position: string, who: Owner) =>
      test.request('markConversationRead', { params: params(id), body: { position } }, who)
    const markUnread = (id: string, who: Owner) => test.request('markConversationUnread', { params: params(id) }, who)
    const inOrganization = () => ({ organization: owner.organizationId })
    /** The read and all messages of each listed conversation, latest activity first. */
    const counts = async (who: Owner) => {
      const query = { view: 'ai' } as const
      const { items } = (await test.request('listInbox', { params: inOrganization(), query }, who)).data
      return items.map(({ read_count, message_count }) => [read_count, message_count])
    }

    it('from when they joined, and no greeting', async () => {
      const { id } = await buildConversation(test, owner, agent)
      await say(id, 'Hello there')
      expect(await counts(owner)).toEqual([[0, 3]])
      time += 1_000
      const ada = await buildMember(test, owner, 'responder')
      expect(await counts(ada)).toEqual([[3, 3]])
      await say(id, 'Hello again')
      time += 1_000
      await buildConversation(test, owner, agent)
      for (const who of [owner, ada]) {
        expect(await counts(who)).toEqual([
          [1, 1],
          [0, 5],
        ])
      }
      const joinedNow = { joined_at: time }
      await test.deps.database.transaction((tx) =>
        tx.updateTable('memberships').set(joinedNow).where('user_id', '=', ada.userId).execute(),
      )
      expect(await counts(ada)).toEqual([
        [1, 1],
        [5, 5],
      ])
    })

    it('as they read on, and takes back the last message alone', async () => {
      const ada = await buildMember(test, owner, 'responder')
      const { id } = await buildConversation(test, owner, agent)
      await say(id, 'Hello there')
      await read(id, '3.0', ada)
      expect([await counts(ada), await counts(owner)]).toEqual([[[3, 3]], [[0, 3]]])
      await read(id, '2.0', ada)
      expect(await counts(ada)).toEqual([[3, 3]])
      expect((await markUnread(id, ada)).status).toBe(204)
      expect([await counts(ada), await counts(owner)]).toEqual([[[2, 3]], [[0, 3]]])
      const { data: line } = await test.request('getInboxLine', { params: params(id) }, ada)
      const { data: thread } = await test.request('listThread', { params: params(id) }, ada)
      expect([line.read_count, thread.read_position]).toEqual([2, '2.0'])
      await read(id, '3.0', ada)
      expect(await counts(ada)).toEqual([[3, 3]])
      const foreign = await markUnread(id, await test.signUp())
      expect([foreign.status, (await markUnread(agent, ada)).status]).toEqual([403, 404])
    })

    it('in answers that change with it, by an event of their own', async () => {
      const { id } = await buildConversation(test, owner, agent)
      await say(id, 'Hello there')
      const ask = async (etag = '') =>
        test.app.inject({
          url: `/api/v1/organizations/${owner.organizationId}/inbox?view=ai`,
          headers: { cookie: owner.cookie, 'if-none-match': etag },
        })
      let etag = String((await ask()).headers.etag)
      const isNews = async (act: () => Promise<unknown>) => {
        await act()
        const answer = await ask(etag)
        etag = String(answer.headers.etag ?? etag)
        return answer.statusCode === 200
      }
      expect(await isNews(() => read(id, '3.0', owner))).toBe(true)
      // That this changes nothing is seen in the events below: on PostgreSQL an ETag may also change when others' transactions end.
      await isNews(() => read(id, '2.0', owner))
      expect(await isNews(() => markUnread(id, owner))).toBe(true)
      const told = await test.deps.database.read
        .selectFrom('events')
        .select(['agent_id', 'payload'])
        .where('organization_id', '=', owner.organizationId)
        .where('type', '=', 'conversation.read')
        .orderBy('sequence')
        .execute()
      const event = { type: 'conversation.read', user_id: owner.userId, conversation_id: id }
      expect(told.map(({ agent_id, payload }) => [agent_id, JSON.parse(payload)])).toEqual([
        [null, { ...event, read_count: 3 }],
        [null, { ...event, read_count: 2 }],
      ])
    })
  })
})
