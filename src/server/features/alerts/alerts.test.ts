import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countRows } from '../../db/count-rows.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { waitHandler } from './look-at-wait.job.ts'
import { alertMailHandler } from './mail.job.ts'

const MINUTE_MS = 60_000
const URL_OF_SERVER = 'https://baton.example'

describe.each(databases())('mails about conversations on $name', (database) => {
  let test: TestApp
  let server: MailServer
  let clock = Date.now()
  let owner: Owner
  let agent: string
  let key: string

  beforeAll(async () => {
    server = await startMailServer()
    const env = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com', PUBLIC_URL: URL_OF_SERVER }
    test = await createTestApp({ database, env, now: () => clock })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    await test.settled()
    owner = await test.signUp()
    agent = (await buildAgent(test, owner, { name: 'Front “desk”\r\nBcc: everybody@example.com' })).id
    key = await owner.key()
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
    server.received.length = 0
  })

  const emailOf = async ({ cookie }: Owner) => (await test.request('getSession', {}, { cookie })).data.user.email
  const settle = (caller: Owner, body: object) =>
    test.request('updateOwnMember', { params: { organization: owner.organizationId }, body }, caller)

  /** A responder who has followed the link of their invitation's mail. */
  async function join(): Promise<Owner> {
    const params = { organization: owner.organizationId }
    const email = `${crypto.randomUUID()}@example.com`
    await test.request('createInvitation', { params, body: { email, role: 'responder' } }, owner)
    await test.settled()
    const token = tokenIn(server.received.find(({ to }) => to[0] === email))
    const body = { token, name: 'Grace', password: 'a long enough password' }
    const { data, headers } = await test.request('acceptInvitation', { body })
    server.received.length = 0
    return { ...owner, userId: data.user.id, cookie: String(headers['set-cookie']).split(';')[0]! }
  }

  /** A conversation whose visitor waits for a person, and since when. */
  async function waiting() {
    const { id } = await buildConversation(test, owner, agent, {
      chat_user_id: 'ana',
    })
    const params = { agent, conversation: id }
    const message = { params, body: { content: 'Do you ship kayaks?' } }
    for (const answer of [
      await test.request('updateConversation', { params, body: { response_mode: 'human' } }, { key }),
      await test.request('sendMessage', message, { key }),
    ])
      expect(answer.status).toBeLessThan(300)
    const row = await test.deps.database.read
      .selectFrom('conversations')
      .select('waiting_since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { params, id, since: row.waiting_since! }
  }
  type Waiting = Awaited<ReturnType<typeof waiting>>

  /** Takes a look at the wait, and waits for the mails. */
  async function look({ id, since }: Waiting, step: number) {
    await waitHandler(test.deps).run(
      { conversationId: id, since, step },
      { attempt: 1, signal: new AbortController().signal },
    )
    await test.settled()
  }
  const recipients = () => server.received.flatMap(({ to }) => to).sort()

  async function looksQueued(): Promise<number> {
    const { read } = test.deps.database
    return countRows(read.selectFrom('jobs').where('name', '=', 'alerts.wait'))
  }

  it('tell each who is away, once a wait, whichever look is repeated, and nothing of the visitor', async () => {
    const responder = await join()
    await settle(responder, { notifications: { mail_after_minutes: 20 } })
    const before = await looksQueued()
    const wait = await waiting()
    expect(await looksQueued()).toBe(before + 1)
    clock += MINUTE_MS
    await look(wait, 0)
    expect(recipients()).toEqual([])
    clock += 9 * MINUTE_MS
    await Promise.all([look(wait, 1), look(wait, 1)])
    await look(wait, 1)
    expect(recipients()).toEqual([await emailOf(owner)])
    const [mail] = server.received
    expect(mail?.headers).not.toMatch(/^Bcc/im)
    expect(linkIn(mail)).toBe(`${URL_OF_SERVER}/inbox/${agent}/${wait.id}`)
    expect(mail?.text).toContain('for 10 minutes. Nobody has taken the conversation yet.')
    expect(mail?.text).toContain('The visitor asked 1 question.')
    for (const secret of ['ana@', 'ship kayaks']) expect(mail?.raw).not.toContain(secret)
    // The requests above have made the owner be seen; the responder's twenty minutes are over.
    clock += 15 * MINUTE_MS
    await look(wait, 2)
    await look(wait, 3)
    expect(recipients()).toEqual([await emailOf(owner), await emailOf(responder)].sort())
    await test.request('updateConversation', { params: wait.params, body: { status: 'closed' } }, { key })
    await look(wait, 4)
    expect(
      await test.deps.database.read
        .selectFrom('mailed_waits')
        .selectAll()
        .where('conversation_id', '=', wait.id)
        .execute(),
    ).toEqual([])
  })

  it('go to the assignee alone, and to who is there only once they say that they are away', async () => {
    const responder = await join()
    const wait = await waiting()
    await test.request('assignConversation', { params: wait.params, body: { assignee: responder.userId } }, owner)
    clock += 10 * MINUTE_MS
    await settle(responder, {})
    await expect
      .poll(async () => {
        const { data } = await test.request('listMembers', { params: { organization: owner.organizationId } }, owner)
        return data.find(({ user_id }) => user_id === responder.userId)?.is_online
      })
      .toBe(true)
    await look(wait, 0)
    expect(recipients()).toEqual([])
    await settle(responder, { availability: 'away' })
    await look(wait, 1)
    expect(recipients()).toEqual([await emailOf(responder)])
    expect(server.received[0]?.text).toContain('The conversation is yours.')
  })

  it('are not sent of what an agent left that has been deleted', async () => {
    const responder = await join()
    const wait = await waiting()
    const body = { content: 'Please look', mentions: [responder.userId] }
    const note = await test.request('createNote', { params: wait.params, body }, owner)
    await test.settled()
    server.received.length = 0
    await test.request('deleteAgent', { params: { agent } }, { key })
    clock += 10 * MINUTE_MS
    await look(wait, 0)
    await alertMailHandler(test.deps).run(
      { kind: 'mention', noteId: note.data.id, userId: responder.userId },
      { attempt: 1, signal: new AbortController().signal },
    )
    expect(recipients()).toEqual([])
  })

  it('are not sent of what is answered before the mail is written', async () => {
    const wait = await waiting()
    clock += 10 * MINUTE_MS
    server.refuseWith({ code: 450, message: 'later' })
    await look(wait, 0)
    await test.request('updateConversation', { params: wait.params, body: { status: 'closed' } }, { key })
    server.refuseWith(undefined)
    await look(wait, 1)
    expect(recipients()).toEqual([])
  })

  it('tell of a mention always, once for each, but neither its author nor what the note says', async () => {
    const responder = await join()
    const { params } = await waiting()
    const mentions = [owner.userId, responder.userId]
    const { data } = await test.request('createNote', { params, body: { content: 'A secret', mentions } }, owner)
    await test.settled()
    expect(recipients()).toEqual([await emailOf(responder)])
    const [mail] = server.received
    expect(mail?.text).toContain(
      'mentioned you in a note on a conversation of Front “desk” Bcc: everybody@example.com.',
    )
    expect(mail?.raw).not.toContain('A secret')
    const note = { params: { ...params, note: data.id } }
    await test.request('updateNote', { ...note, body: { content: 'Another', mentions } }, owner)
    await test.settled()
    expect(recipients()).toHaveLength(1)
    await test.request('updateNote', { ...note, body: { mentions: [] } }, owner)
    await test.request('updateNote', { ...note, body: { mentions: [responder.userId] } }, owner)
    await test.settled()
    await test.request('updateNote', { ...note, body: { mentions: [] } }, owner)
    await test.request('updateNote', { ...note, body: { mentions: [responder.userId] } }, owner)
    await test.settled()
    expect(recipients()).toHaveLength(1)
    const other = await join()
    const both = [responder.userId, other.userId]
    expect(
      (await test.request('updateNote', { ...note, body: { mentions: both } }, owner)).data.note?.mentions,
    ).toEqual(both)
    await test.settled()
    expect(recipients()).toEqual([await emailOf(other)])
  })
})
