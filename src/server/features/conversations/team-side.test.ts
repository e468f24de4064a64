import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { historyOf } from './history.ts'
import { raiseReadMark } from './thread-queries.ts'

describe.each(databases())('what a team does in a conversation on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let ada: Owner
  let grace: Owner
  let key: string
  let agent: string
  let params: { agent: string; conversation: string }

  beforeAll(async () => {
    const env = { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' }
    test = await createTestApp({ database, worker: false, env })
    owner = await test.signUp()
    key = await owner.key()
    ada = await buildMember(test, owner, 'responder')
    grace = await buildMember(test, owner, 'responder')
    agent = (await buildAgent(test, owner)).id
  })
  beforeEach(async () => {
    params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
  })
  afterAll(() => test.close())

  const thread = async (caller = owner) => (await test.request('listThread', { params }, caller)).data
  const told = async () =>
    (await thread()).items.map(({ position, message, note, event }) => [
      position,
      message?.content ?? note?.content ?? event?.type,
    ])
  const reply = (caller: Owner, content: string, more: Partial<Input<'replyToVisitor'>['body']> = {}) =>
    test.request('replyToVisitor', { params, body: { content, seen_position: '1.0', ...more } }, caller)
  const set = (body: Input<'updateConversation'>['body'], conversation = params.conversation) =>
    test.request('updateConversation', { params: { agent, conversation }, body }, { key })
  const nameOf = async (member: Owner) => (await test.request('getSession', {}, member)).data.user.name
  const firstField = (answer: { status: number; body: { error: { details: { field: string }[] } } }) => [
    answer.status,
    answer.body.error.details[0]?.field,
  ]

  describe('POST /agents/{agent}/conversations/{conversation}/replies', () => {
    it('sends a message as its member, who takes the conversation over', async () => {
      const { status, data } = await reply(ada, 'Here I am')
      expect(status).toBe(201)
      expect(data).toMatchObject({ type: 'message', position: '2.0', message: { role: 'human', content: 'Here I am' } })
      expect(data.author).toEqual({ type: 'member', id: ada.userId, name: await nameOf(ada) })
      expect((await thread()).items.at(-1)).toEqual(data)
      const { response_mode } = (await test.request('getConversation', { params }, { key })).data
      expect([response_mode, (await told()).at(-2)]).toEqual(['human', ['1.1', 'handed_over']])
    })

    it('is refused when somebody else has written since, with what they wrote', async () => {
      await reply(grace, 'I have it')
      await test.request('sendHumanMessage', { params, body: { content: 'So do I' } }, { key })
      const refused = await reply(ada, 'Hello')
      expect([refused.status, refused.body.error.code]).toEqual([409, 'reply_is_stale'])
      expect(refused.body.error.details).toEqual([
        { field: 'seen_position', message: `${await nameOf(grace)}: I have it` },
        { field: 'seen_position', message: 'Test: So do I' },
      ])
      expect((await thread()).last_position).toBe('3.0')
      expect((await reply(ada, 'Hello', { seen_position: '3.0' })).status).toBe(201)
      expect((await reply(grace, 'Anyway', { force: true })).status).toBe(201)
    })

    it('is not held back by what oneself or the visitor wrote, but by one’s own key', async () => {
      const body = { organization: owner.organizationId }
      const bearer = (await test.request('createSessionToken', { body }, owner)).data.token
      await reply(owner, 'In the browser')
      await test.request('sendHumanMessage', { params, body: { content: 'By its bearer' } }, { key: bearer })
      await test.request('sendMessage', { params, body: { content: 'Hello?' } }, { key })
      expect((await reply(owner, 'Once more')).status).toBe(201)
      await test.request('sendHumanMessage', { params, body: { content: 'By a key' } }, { key })
      expect((await reply(owner, 'And again', { seen_position: '5.0' })).body.error.code).toBe('reply_is_stale')
    })

    it('lets one of two at the same moment pass', async () => {
      const answers = await Promise.all([reply(ada, 'First'), reply(grace, 'Second'), reply(owner, 'Third')])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect((await thread()).last_position).toBe('2.0')
    })

    it('reopens a closed conversation, and closes it again where that is asked', async () => {
      await set({ status: 'closed' })
      await reply(ada, 'One thing more', { closes: true })
      await reply(ada, 'And another')
      expect((await told()).slice(1)).toEqual([
        ['1.1', 'closed'],
        ['1.2', 'reopened'],
        ['1.3', 'handed_over'],
        ['2.0', 'One thing more'],
        ['2.1', 'closed'],
        ['2.2', 'reopened'],
        ['3.0', 'And another'],
      ])
    })

    it('sends nothing where reopening would leave the visitor with two open conversations', async () => {
      const open = async () => (await buildConversation(test, owner, agent, { chat_user_id: params.conversation })).id
      const first = await open()
      await set({ status: 'closed' }, first)
      const second = await open()
      params = { agent, conversation: first }
      const refused = await reply(ada, 'Hello again')
      expect([refused.status, refused.body.error.code]).toEqual([409, 'conversation_conflict'])
      expect(refused.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: second }])
      expect((await thread()).last_position).toBe('1.1')
    })

    it('needs words, a place in the thread and an agent that is not disabled', async () => {
      expect(firstField(await reply(ada, ' '))).toEqual([422, 'content'])
      expect(firstField(await reply(ada, 'x', { seen_position: 'end' }))).toEqual([422, 'seen_position'])
      expect(firstField(await reply(ada, 'x', { seen_position: '1.1' }))).toEqual([422, 'seen_position'])
      const off = await buildAgent(test, owner)
      params = { agent: off.id, conversation: (await buildConversation(test, owner, off.id)).id }
      const disabled = { is_disabled: true, disabled_reason: null }
      await test.request('updateAgentSettings', { params: { agent: off.id }, body: disabled }, owner)
      expect((await reply(ada, 'Hello')).status).toBe(423)
      expect((await note(ada, 'Off since today')).status).toBe(201)
    })
  })

  const note = (caller: Owner, content: string, mentions: string[] = []) =>
    test.request('createNote', { params, body: { content, mentions } }, caller)

  describe('notes', () => {
    const update = (id: string, caller: Owner, body: Input<'updateNote'>['body']) =>
      test.request('updateNote', { params: { ...params, note: id }, body }, caller)
    const remove = (id: string, caller: Owner) =>
      test.request('deleteNote', { params: { ...params, note: id } }, caller)

    it('are written, and changed by their author alone', async () => {
      const { status, data } = await note(ada, 'Ask **Grace**', [grace.userId, grace.userId])
      expect(status).toBe(201)
      expect(data).toMatchObject({ type: 'note', position: '1.1', author: { type: 'member', id: ada.userId } })
      expect(data.note).toEqual({ content: 'Ask **Grace**', mentions: [grace.userId], edited_at: null })
      for (const other of [grace, owner])
        expect((await update(data.id, other, { content: 'Ask Ada' })).body.error.code).toBe('forbidden')
      const changed = (await update(data.id, ada, { content: 'Ask me' })).data
      expect(changed.note).toEqual({ content: 'Ask me', mentions: [grace.userId], edited_at: expect.any(String) })
      expect((await update(data.id, ada, { mentions: [] })).data.note).toMatchObject({
        content: 'Ask me',
        mentions: [],
      })
    })

    it('are deleted by their author, an admin or an owner, of which a line remains', async () => {
      const first = (await note(ada, 'One')).data
      const second = (await note(ada, 'Two')).data
      expect((await remove(first.id, grace)).body.error.code).toBe('forbidden')
      expect((await remove(first.id, ada)).status).toBe(204)
      expect((await remove(second.id, owner)).status).toBe(204)
      expect((await remove(second.id, owner)).status).toBe(404)
      const { items } = await thread()
      expect(items.slice(1)).toMatchObject([
        { id: first.id, position: '1.1', author: { id: ada.userId }, event: { type: 'note_deleted' } },
        { id: second.id, position: '1.2', author: { id: owner.userId }, event: { type: 'note_deleted' } },
      ])
      const kept = await test.deps.database.read.selectFrom('thread_entries').selectAll().execute()
      expect(JSON.stringify(kept)).not.toContain('"Two"')
    })

    it('mention members only, and belong to their conversation', async () => {
      const stranger = await test.signUp()
      expect(firstField(await note(ada, 'Hello', [stranger.userId]))).toEqual([422, 'mentions'])
      expect(firstField(await note(ada, 'x'.repeat(10_001)))).toEqual([422, 'content'])
      const { id } = (await note(ada, 'Here')).data
      params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
      expect((await update(id, ada, { content: 'There' })).status).toBe(404)
      expect((await remove(id, ada)).status).toBe(404)
    })

    it('are in no public answer, webhook, event or prompt, and move nothing there', async () => {
      await test.request(
        'createWebhookEndpoint',
        { params: { agent }, body: { url: 'https://hooks.example.com/in' } },
        { key },
      )
      const idempotencyKey = { 'idempotency-key': params.conversation }
      const ask = () =>
        test.app.inject({
          method: 'POST',
          url: `/v1/agents/${agent}/conversations/${params.conversation}/messages`,
          headers: { authorization: `Bearer ${key}`, ...idempotencyKey },
          payload: { content: 'What is the secret?' },
        })
      const publicAnswers = async () => [
        (await test.request('getConversation', { params }, { key })).body.data,
        (await test.request('listMessages', { params }, { key })).body.data,
        (await test.request('listConversations', { params: { agent } }, { key })).body.data,
        (await ask()).json(),
      ]
      await ask()
      const before = await publicAnswers()
      const { id } = (await note(ada, 'THE SECRET', [grace.userId])).data
      await update(id, ada, { content: 'THE SECRET is out' })
      expect(await publicAnswers()).toEqual(before)
      await reply(ada, 'In a moment', { seen_position: '2.1' })
      await set({ status: 'closed' })
      const { read } = test.deps.database
      const row = await read.selectFrom('conversations').selectAll().where('id', '=', params.conversation).execute()
      const everywhere = [
        await publicAnswers(),
        await historyOf(read, row[0]!),
        row,
        await read.selectFrom('webhook_deliveries').selectAll().execute(),
        await read.selectFrom('events').selectAll().execute(),
        await read.selectFrom('replies').selectAll().execute(),
        (await test.request('listInbox', { params: { organization: owner.organizationId } }, owner)).data,
      ]
      expect(JSON.stringify(everywhere)).not.toContain('SECRET')
      expect(JSON.stringify(await thread())).toContain('SECRET')
    })
  })

  describe('POST /agents/{agent}/conversations/{conversation}/read', () => {
    const read = (caller: Owner, position: string) =>
      test.request('markConversationRead', { params, body: { position } }, caller)

    it('notes for each member how far they have read, and never goes back', async () => {
      await note(ada, 'One')
      await note(ada, 'Two')
      const marks: (Data<'listThread'>['read_position'] | number)[] = []
      for (const position of ['1.1', '1.0', '1.2', '1.1', '0.9']) {
        marks.push((await read(grace, position)).status, (await thread(grace)).read_position)
      }
      expect(marks).toEqual([204, '1.1', 204, '1.1', 204, '1.2', 204, '1.2', 204, '1.2'])
      expect((await thread(ada)).read_position).toBeNull()
    })

    it('moves a mark only forward, and says whether it moved', async () => {
      const moved = await test.deps.database.transaction(async (tx) => {
        const answers: boolean[] = []
        for (const place of [
          { message: 3, number: 0 },
          { message: 2, number: 1 },
          { message: 3, number: 0 },
          { message: 3, number: 1 },
        ])
          answers.push(await raiseReadMark(tx, params.conversation, ada.userId, place))
        return answers
      })
      expect(moved).toEqual([true, false, false, true])
    })

    it('needs a place that the thread has reached', async () => {
      expect(firstField(await read(ada, '1.1'))).toEqual([422, 'position'])
      expect(firstField(await read(ada, '1'))).toEqual([422, 'position'])
    })
  })

  it('is refused when its member is removed while the request is under way', async () => {
    const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
    const leaver = await buildMember(test, owner, 'admin')
    const { data: own } = await test.request('createNote', { params, body: { content: 'Mine', mentions: [] } }, leaver)
    const { database } = test.deps
    const membership = (await database.read
      .selectFrom('memberships')
      .selectAll()
      .where('user_id', '=', leaver.userId)
      .executeTakeFirst())!
    const { transaction } = database
    /** Sends a request of the member, who is removed after it was let in and before its transaction begins. */
    const refused = async (name: string, send: () => Promise<{ status: number }>) => {
      let removals = 0
      database.transaction = async (work) => {
        database.transaction = transaction
        await transaction((tx) => tx.deleteFrom('memberships').where('user_id', '=', leaver.userId).execute())
        removals += 1
        return transaction(work)
      }
      const { status } = await send()
      await transaction((tx) => tx.insertInto('memberships').values(membership).execute())
      return [name, removals, status]
    }
    const before = await thread()
    const note = { params: { ...params, note: own.id } }
    const labels = { add: [], remove: [] }
    const change = { ids: [params.conversation], change: { status: 'closed' as const } }
    const organization = { organization: owner.organizationId }
    const answers = [
      await refused('reply', () =>
        test.request('replyToVisitor', { params, body: { content: 'Hello', seen_position: '1.1' } }, leaver),
      ),
      await refused('write', () =>
        test.request('createNote', { params, body: { content: 'Bye', mentions: [] } }, leaver),
      ),
      await refused('edit', () => test.request('updateNote', { ...note, body: { content: 'Bye' } }, leaver)),
      await refused('delete', () => test.request('deleteNote', note, leaver)),
      await refused('assign', () => test.request('assignConversation', { params, body: { assignee: null } }, leaver)),
      await refused('label', () => test.request('labelConversation', { params, body: labels }, leaver)),
      await refused('snooze', () => test.request('snoozeConversation', { params, body: { until: null } }, leaver)),
      await refused('change', () =>
        test.request('changeConversations', { params: organization, body: change }, leaver),
      ),
    ]
    expect(answers).toEqual(answers.map(([name]) => [name, 1, 403]))
    expect(await thread()).toEqual(before)
  })
})
