import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const ADDRESS = 'crew@boats.example'
const ANN = 'ann@a.example'

describe.each(databases())('a conversation by mail from its first word to a bounce on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let server: MailServer
  let inbound: string

  beforeAll(async () => {
    server = await startMailServer()
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' } })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, 'The boat hire opens at nine in the morning and closes at six.')
    const { hostname, port, username, password } = new URL(server.url)
    const own = { host: hostname, port: Number(port), security: 'none' as const, user: username }
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = {
      ...{ agent_id: agent, name: 'The crew', address: ADDRESS, incoming: { type: 'http' as const } },
      ...{ outgoing: { ...own, auth }, undo_seconds: 1 },
    }
    const params = { organization: owner.organizationId }
    const { data } = await test.request('createMailbox', { params, body }, owner)
    inbound = new URL(data.inbound_url!).pathname
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })

  async function arrive(text: string, headers: Record<string, string> = {}): Promise<void> {
    const all = { From: `Ann <${ANN}>`, To: ADDRESS, Subject: 'Hours', ...headers }
    const id = { 'Message-ID': `<${crypto.randomUUID()}@a.example>` }
    const lines = Object.entries({ ...id, ...all }).map(([name, value]) => `${name}: ${value}`)
    const payload = `${lines.join('\r\n')}\r\n\r\n${text}\r\n`
    const post = { 'content-type': 'message/rfc822' }
    const answer = await test.app.inject({ method: 'POST', url: inbound, headers: post, payload })
    expect(answer.statusCode, answer.body).toBe(202)
    await test.settled()
  }
  const idOf = (number: number) => /^Message-ID:\s+(<[^>]+>)/im.exec(server.received[number]!.raw)![1]!
  const arrived = (mails: number) => expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(mails)
  const only = async () => {
    const { data } = await test.request(
      'listConversations',
      { params: { agent }, query: {} },
      { key: await owner.key() },
    )
    expect(data).toHaveLength(1)
    return data[0]!
  }

  it('is answered by the AI, then by a person who takes one mail back, and waits for people once a mail bounces', async () => {
    await arrive('When does the boat hire open?')
    await arrived(1)
    expect(server.received[0]).toMatchObject({ to: [ANN], text: expect.stringContaining('nine') })

    await arrive('Thank you. May my dog come along?', { 'In-Reply-To': idOf(0), Subject: 'Re: Hours' })
    const conversation = (await only()).id
    const params = { agent, conversation }
    const thread = async () => (await test.request('listThread', { params, query: {} }, owner)).data
    const send = async (content: string) => {
      const body = { content, seen_position: (await thread()).last_position! }
      const answer = await test.request('sendEmail', { params, body }, owner)
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      return answer.data.id
    }
    const email = await send('No dgos.')
    const back = await test.request('takeBackEmail', { params: { ...params, email } }, owner)
    expect(back.data.content).toBe('No dgos.')
    await send('Dogs are welcome.')
    await arrived(2)
    await test.settled()
    expect(server.received[1]).toMatchObject({ to: [ANN], text: expect.stringMatching(/^Dogs are welcome\./) })
    const { items } = await thread()
    expect(items.flatMap(({ message }) => message?.role ?? [])).toEqual(['visitor', 'assistant', 'visitor', 'human'])

    const report = [
      '--b\r\nContent-Type: text/plain\r\n\r\nIt failed.',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.example\r\n\r\nFinal-Recipient: rfc822; ${ANN}\r\nAction: failed\r\nStatus: 5.2.1`,
      `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${idOf(1)}\r\n\r\n--b--`,
    ]
    const type = 'multipart/report; report-type=delivery-status; boundary=b'
    await arrive(report.join('\r\n'), { From: 'MAILER-DAEMON@a.example', 'Content-Type': type })
    const after = (await thread()).items
    expect(after.at(-1)?.event).toEqual({ type: 'bounced', address: ANN })
    expect(after.findLast((item) => item.email)?.email?.delivery?.status).toBe('bounced')
    expect(await only()).toMatchObject({ response_mode: 'human', status: 'open' })
    expect(server.received).toHaveLength(2)
  })
})
