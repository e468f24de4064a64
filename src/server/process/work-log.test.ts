import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../testing/database.ts'
import { buildAgent, buildTextSource } from '../testing/factories.ts'
import { keepingLog } from '../testing/log-lines.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { buildMailbox, MAILBOX, mailOf } from '../testing/mails.ts'
import { createReceiver, type Receiver } from '../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const SOURCE = 'The boat hire opens at nine in the morning and closes at six.'
const QUESTION = 'When does the boat hire open?'
const ANN = 'ann@a.example'

describe.each(databases())('the log of what is done beside requests on $name', (database) => {
  const kept = keepingLog('trace')
  let test: TestApp
  let server: MailServer
  let receiver: Receiver
  let owner: Owner
  let key: string
  let agent: string
  beforeAll(async () => {
    server = await startMailServer()
    receiver = await createReceiver()
    test = await createTestApp({ database, log: kept.log, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, SOURCE)
  })
  afterAll(async () => {
    await test.close()
    await server.close()
    await receiver.close()
  })
  const linesOf = (msg: string) => kept.take().filter((line) => line.msg === msg)

  it('has a line for each reply, with its model and how it was decided', async () => {
    kept.take()
    const conversation = (await test.request('createConversation', { params: { agent }, body: {} }, { key })).data.id
    await test.request('sendMessage', { params: { agent, conversation }, body: { content: QUESTION } }, { key })
    await test.settled()
    const ids = { conversationId: conversation, agentId: agent, organizationId: owner.organizationId }
    const made = { decision: 'answered', model: 'baton-built-in', inputTokens: null, outputTokens: null }
    expect(linesOf('reply')).toEqual([expect.objectContaining({ level: 30, ...made, ms: expect.any(Number), ...ids })])
  })

  it('has a line for each attempt to deliver a webhook', async () => {
    const body = { url: `${receiver.url}/hook` }
    const { data } = await test.request('createWebhookEndpoint', { params: { agent }, body }, { key })
    kept.take()
    const conversation = (await test.request('createConversation', { params: { agent }, body: {} }, { key })).data.id
    await test.request('sendMessage', { params: { agent, conversation }, body: { content: QUESTION } }, { key })
    const received = await receiver.waitFor('/hook', 2)
    await test.settled()
    const lines = linesOf('delivery')
    expect(lines[0]).toMatchObject({ level: 30, outcome: 'delivered', status: 204, attempt: 1, endpointId: data.id })
    expect(lines[0]).toMatchObject({ agentId: agent, organizationId: owner.organizationId, ms: expect.any(Number) })
    expect(received.map(({ body }) => body).join()).toContain('nine')
  })

  it('has a line for each attempt to send a mail', async () => {
    const { hostname, port, username, password } = new URL(server.url)
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const own = { host: hostname, port: Number(port), security: 'none' as const, user: username }
    const { id, arrive } = await buildMailbox(test, owner, agent, { outgoing: { ...own, auth } })
    kept.take()
    await arrive(mailOf(QUESTION, { From: `Ann Bell <${ANN}>` }))
    expect(server.received).toHaveLength(1)
    const counts = { accepted: 1, refused: 0, later: 0, problem: null }
    expect(linesOf('mail')).toEqual([
      expect.objectContaining({ level: 30, ...counts, attempt: 1, ms: expect.any(Number), mailboxId: id }),
    ])
  })

  it('holds no word, no address and no key', () => {
    const words = ['boat', 'nine', QUESTION, ANN, 'Ann Bell', MAILBOX, 'Opening hours', receiver.url, '/hook', key]
    for (const word of words) expect(kept.text(), word).not.toContain(word)
    for (const secret of [owner.cookie!, decodeURIComponent(new URL(server.url).password), 'whsec_'])
      expect(kept.text()).not.toContain(secret)
  })
})
