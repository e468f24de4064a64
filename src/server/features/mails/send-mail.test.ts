import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { sendMailHandler } from './send-mail.job.ts'

const ADDRESS = 'crew@boats.example'
const ANN = 'ann@a.example'

describe.each(databases())('mail that goes out on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer
  let mailbox: { id: string; inbound: string }

  beforeAll(async () => {
    server = await startMailServer()
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' } })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    server.received.length = 0
    server.refuseWith(undefined)
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, 'The boat hire opens at nine in the morning and closes at six.')
    mailbox = await createMailbox()
  })

  const params = () => ({ organization: owner.organizationId })
  async function createMailbox() {
    const { hostname, port, username, password } = new URL(server.url)
    const own = { host: hostname, port: Number(port), security: 'none' as const, user: username }
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = {
      ...{ agent_id: agent, name: 'The crew', address: ADDRESS, incoming: { type: 'http' as const } },
      ...{ outgoing: { ...own, auth }, signature: '{{member.name}}, {{agent.name}}' },
    }
    const { data } = await test.request('createMailbox', { params: params(), body }, owner)
    return { id: data.id, inbound: new URL(data.inbound_url!).pathname }
  }
  async function arrive(text: string, headers: Record<string, string> = {}): Promise<void> {
    const all = {
      ...{ From: `Ann Bell <${ANN}>`, To: ADDRESS, Subject: 'Hours' },
      'Message-ID': `<${crypto.randomUUID()}@a.example>`,
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    const answer = await test.app.inject({
      method: 'POST',
      url: mailbox.inbound,
      headers: { 'content-type': 'message/rfc822' },
      payload: `${lines.join('\r\n')}\r\n\r\n${text}\r\n`,
    })
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
  }
  const conversations = async () =>
    (await test.request('listConversations', { params: { agent }, query: {} }, { key: await owner.key() })).data
  const thread = async (conversation: string) =>
    (await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)).data
  async function only(): Promise<string> {
    const found = await conversations()
    expect(found).toHaveLength(1)
    return found[0]!.id
  }
  async function reply(conversation: string, content: string): Promise<void> {
    const { last_position } = await thread(conversation)
    const body = { content, seen_position: last_position! }
    const answer = await test.request('replyToVisitor', { params: { agent, conversation }, body }, owner)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    await test.settled()
  }
  const header = (raw: string, name: string) =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      .exec(raw)?.[1]
      ?.replace(/\r\n[ \t]+/g, ' ')
      .trim()

  it('carries the AI’s answer to the visitor, whose answer goes on in the same conversation, as does a person’s', async () => {
    await arrive('When does the boat hire open?', { 'Message-ID': '<one@a.example>', Cc: 'Cleo <cleo@c.example>' })
    const conversation = await only()
    const [first] = server.received
    expect(first).toMatchObject({ from: ADDRESS, to: [ANN], text: expect.stringContaining('nine') })
    expect(header(first!.raw, 'Auto-Submitted')).toBe('auto-replied')
    expect(header(first!.raw, 'In-Reply-To')).toBe('<one@a.example>')
    expect(header(first!.raw, 'References')).toMatch(/^<c\.[^>]+> <one@a\.example>$/)
    expect(header(first!.raw, 'Subject')).toBe('Re: Hours')

    const answered = header(first!.raw, 'Message-ID')!
    await arrive('And when does it close?', { 'In-Reply-To': answered, Subject: 'Re: Hours' })
    expect(await only()).toBe(conversation)
    expect(server.received).toHaveLength(2)

    await reply(conversation, 'At **six**, or later if you ask us.')
    const third = server.received[2]!
    expect(third).toMatchObject({ from: ADDRESS, to: [ANN] })
    expect(third.html).toContain('<strong>six</strong>')
    expect(header(third.raw, 'Auto-Submitted')).toBeUndefined()
    const { items, email } = await thread(conversation)
    const mails = items.flatMap((item) => (item.email ? [item.email] : []))
    expect(mails.map(({ delivery }) => delivery?.status ?? null)).toEqual([null, 'sent', null, 'sent', 'sent'])
    expect(mails[0]).toMatchObject({ from: { address: ANN, name: 'Ann Bell' }, subject: 'Hours', kind: 'person' })
    expect(email).toMatchObject({ mailbox_id: mailbox.id, subject: 'Hours', can_send: true, why: null })
  })

  it('answers what the subject asks, and counts as a gap what it asks in vain', async () => {
    await arrive('Hello, can you tell me? Regards, Ann', { Subject: 'When does the boat hire open?' })
    expect(server.received).toMatchObject([{ to: [ANN], text: expect.stringContaining('nine') }])
    await arrive('Which colour has the moon of Jupiter?', { Subject: 'Moons', From: 'Bob <bob@b.example>' })
    expect(server.received).toHaveLength(1)
    const { data } = await test.request('listGaps', { params: { agent }, query: {} }, owner)
    expect(data).toMatchObject([{ question: 'Moons\nWhich colour has the moon of Jupiter?' }])
  })

  it('goes from people to all who take part', async () => {
    await arrive('Which colour has the moon of Jupiter?', { Cc: 'Cleo <cleo@c.example>' })
    expect(server.received).toEqual([]) // what the AI does not know goes to people without a mail
    await reply(await only(), 'Grey, they say.')
    expect(server.received).toMatchObject([{ to: [ANN, 'cleo@c.example'] }])
  })

  it('is withdrawn if a person takes over before it leaves', async () => {
    server.refuseWith({ code: 451, message: '4.3.0 try again later' })
    await arrive('When does the boat hire open?')
    const conversation = await only()
    const state = async () => (await thread(conversation)).items.at(-1)!.email!.delivery!
    const mail = await test.deps.database.read
      .selectFrom('mails')
      .selectAll()
      .where('conversation_id', '=', conversation)
      .where('direction', '=', 'out')
      .executeTakeFirstOrThrow()
    expect(await state()).toMatchObject({ status: 'delayed', recipients: [{ code: '4.3.0', address: ANN }] })
    server.refuseWith(undefined)
    const takeOver = { params: { agent, conversation }, body: { response_mode: 'human' as const } }
    await test.request('updateConversation', takeOver, { key: await owner.key() })
    const payload = { mailId: mail.id, mailboxId: mailbox.id, number: 2 }
    await sendMailHandler(test.deps).run(payload, { attempt: 1, signal: new AbortController().signal })
    expect(server.received).toEqual([])
    const items = (await thread(conversation)).items.filter(({ email }) => email?.delivery)
    expect(items.map(({ email }) => email!.delivery!.status)).toEqual(['withdrawn'])
  })

  it('that a mail server refuses is shown with its words, and bounces wake the conversation', async () => {
    server.refuseWith({ code: 550, message: '5.1.1 no such mailbox' })
    await arrive('Which colour has the moon of Jupiter?')
    const conversation = await only()
    await reply(conversation, 'Grey.')
    const failed = (await thread(conversation)).items
    expect(failed.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    expect(failed.at(-2)?.email?.delivery).toMatchObject({
      status: 'failed',
      recipients: [{ address: ANN, status: 'failed', code: '5.1.1', message: expect.stringContaining('no such') }],
    })
    server.refuseWith(undefined)
    await reply(conversation, 'Grey, I said.')
    const id = header(server.received[0]!.raw, 'Message-ID')!
    const report = (address: string, message: string) =>
      arrive(
        [
          '--b\r\nContent-Type: text/plain\r\n\r\nIt failed.',
          `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.example\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.2.1\r\nDiagnostic-Code: smtp; 550 5.2.1 disabled`,
          `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${message}\r\n\r\n--b--`,
        ].join('\r\n'),
        {
          From: 'MAILER-DAEMON@a.example',
          'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
        },
      )
    // Reports about others, or with an id that is not ours, change nothing.
    await report('eve@evil.example', id)
    await report(ANN, '<m.0199c0de-1234-7abc-8def-0123456789ab.aaaaaaaaaaaaaaaaaaaa@boats.example>')
    expect((await thread(conversation)).items.at(-1)?.email?.delivery?.status).toBe('sent')
    await report(ANN, id)
    const { items } = await thread(conversation)
    expect(items.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    expect(items.findLast(({ email }) => email)?.email?.delivery).toMatchObject({
      status: 'bounced',
      recipients: [{ code: '5.2.1' }],
    })
    const [listed] = await conversations()
    expect(listed).toMatchObject({ response_mode: 'human' })
  })

  it('tells of a mailbox that can’t send why, and forgets it once it sends', async () => {
    const { hostname, port } = new URL(server.url)
    const outgoing = { host: hostname, port: Number(port), security: 'none' as const, user: 'stranger' }
    const auth = { type: 'password' as const, password: 'wrong' }
    const update = (body: object) =>
      test.request('updateMailbox', { params: { ...params(), mailbox: mailbox.id }, body }, owner)
    await update({ outgoing: { ...outgoing, auth } })
    await arrive('When does the boat hire open?')
    const shown = async () =>
      (await test.request('getMailbox', { params: { ...params(), mailbox: mailbox.id } }, owner)).data
    expect(await shown()).toMatchObject({ status: 'failing', error: { code: 'login_failed' }, sent_at: null })
    const troubles = async () => (await thread(await only())).email
    expect(await troubles()).toMatchObject({ can_send: true, why: 'not_sending' })
    const { username, password } = new URL(server.url)
    const mended = { type: 'password' as const, password: decodeURIComponent(password) }
    await update({ outgoing: { ...outgoing, user: username, auth: mended } })
    await test.settled()
    expect(await shown()).toMatchObject({ status: 'connected', error: null, sent_at: expect.any(String) })
    expect(await troubles()).toMatchObject({ can_send: true, why: null })
    await update({ is_paused: true })
    expect(await troubles()).toMatchObject({ can_send: true, why: 'mailbox_paused' })
  })
})
