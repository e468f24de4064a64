import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { sendMailHandler } from './send-mail.job.ts'

const MINUTE_MS = 60_000
const ANN = 'ann@a.example'

describe.each(databases())('mail that does not leave at once on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer
  let conversation: string
  const began = Date.now()
  let time = began

  beforeAll(async () => {
    server = await startMailServer()
    const env = { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' }
    test = await createTestApp({ database, env, now: () => time })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    time = began
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    const { hostname, port, username, password } = new URL(server.url)
    const auth = { type: 'password', password: decodeURIComponent(password) }
    const outgoing = { host: hostname, port: Number(port), security: 'none', user: username, auth }
    const { arrive } = await buildMailbox(test, owner, agent, { ai: 'silent', outgoing })
    await arrive(mailOf('When do you open?'))
    const list = { params: { agent }, query: {} }
    conversation = (await test.request('listConversations', list, { key: await owner.key() })).data[0]!.id
  })
  afterEach(() => {
    server.received.length = 0
    server.refuseWith(undefined)
  })

  async function reply(content: string): Promise<void> {
    const body = { content, seen_position: '0.0', force: true }
    const answer = await test.request('replyToVisitor', { params: { agent, conversation }, body }, owner)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    await test.settled()
  }
  const mail = () =>
    test.deps.database.read
      .selectFrom('mails')
      .selectAll()
      .where('conversation_id', '=', conversation)
      .where('direction', '=', 'out')
      .executeTakeFirstOrThrow()
  /** Moves the clock to the mail's next attempt and makes it. @returns whether there was one left */
  async function attemptNext(): Promise<boolean> {
    const { id, mailbox_id: mailboxId, next_attempt_at, attempts } = await mail()
    if (next_attempt_at === null) return false
    time = next_attempt_at
    const payload = { mailId: id, mailboxId, number: attempts + 1 }
    await sendMailHandler(test.deps).run(payload, { attempt: 1, signal: new AbortController().signal })
    await test.settled()
    return true
  }
  const thread = async () =>
    (await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)).data.items
  const idOf = ({ headers }: { headers: string }) => /^Message-ID:\s+(\S+)/im.exec(headers)![1]

  it('is tried after 1, 5, 15 and 60 minutes, then every hour of a day, and has failed then', async () => {
    server.refuseWith({ code: 451, message: '4.3.0 try again later' })
    await reply('At nine.')
    const minutes = [0]
    while (await attemptNext()) minutes.push((time - began) / MINUTE_MS)
    const hourly = Array.from({ length: 23 }, (_, index) => 141 + index * 60)
    expect(minutes).toEqual([0, 1, 6, 21, 81, ...hourly])
    expect(server.received).toEqual([])
    const items = await thread()
    expect(items.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    const recipient = { address: ANN, status: 'failed', code: '4.3.0', message: expect.stringContaining('try again') }
    expect(items.at(-2)?.email?.delivery).toEqual({ status: 'failed', recipients: [recipient] })
  })

  it('has failed once its mailbox is deleted, whose password is gone', async () => {
    server.refuseWith({ code: 451, message: '4.3.0 try again later' })
    await reply('At nine.')
    const { mailbox_id } = await mail()
    const params = { organization: owner.organizationId, mailbox: mailbox_id }
    expect((await test.request('deleteMailbox', { params }, owner)).status).toBe(204)
    await test.settled()
    const items = await thread()
    expect(items.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    const recipient = { address: ANN, status: 'failed', code: null, message: expect.stringContaining('was deleted') }
    expect(items.at(-2)?.email?.delivery).toEqual({ status: 'failed', recipients: [recipient] })
  })

  it('because its server took it and broke off before it said so leaves again under its Message-ID, and is one message', async () => {
    server.breakOff(1)
    await reply('At nine.')
    expect(server.received).toHaveLength(1)
    expect((await thread()).at(-1)?.email?.delivery?.status).toBe('delayed')
    expect(await attemptNext()).toBe(true)
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(idOf)).size).toBe(1)
    expect(await attemptNext()).toBe(false)
    const items = await thread()
    expect(items.filter(({ message }) => message?.role === 'human')).toHaveLength(1)
    expect(items.at(-1)?.email?.delivery?.status).toBe('sent')
  })
})
