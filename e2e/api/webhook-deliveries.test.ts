import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { conversation, message } from '#contract/conversations.ts'
import { heldForReasons } from '#contract/enums.ts'
import { webhookEventNames } from '#contract/events.ts'
import { timestamp } from '#contract/fields.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { type Account, newAccount } from './support/account.ts'
import { messages, until } from './support/until.ts'
import { type Received, startWebsite, type Website } from './support/website.ts'

const payload = z.strictObject({
  type: z.enum(webhookEventNames),
  timestamp,
  data: z.strictObject({
    agent_id: z.uuid(),
    conversation: conversation.strict(),
    message: message.strict().optional(),
    reason: z.enum(heldForReasons).optional(),
    sequence: z.int().min(1),
  }),
})

describe.each(inject('products'))('webhook deliveries on $database', (product) => {
  let account: Account
  const receivers: Website[] = []
  beforeAll(async () => {
    account = await newAccount(product)
  })
  afterEach(() => {
    for (const receiver of receivers.splice(0)) receiver.close()
  })

  async function start(answer: (request: Received) => { status: number } = () => ({ status: 204 }), events?: string[]) {
    const receiver = await startWebsite(answer)
    receivers.push(receiver)
    const agent = (await account.newAgent()).id
    const body = { url: `${receiver.url}/hook?from=baton`, events }
    const endpoint = await account.get('createWebhookEndpoint', { params: { agent }, body })
    const received = (count: number) =>
      until(`${count} deliveries`, async () => receiver.received.length >= count && [...receiver.received])
    return { agent, endpoint, received }
  }
  const open = (request: Received, secret: string) =>
    payload.parse(new Webhook(secret).verify(request.body, request.headers))
  const inOrder = (requests: Received[], secret: string) =>
    requests.map((request) => open(request, secret)).sort((one, other) => one.data.sequence - other.data.sequence)

  it('signs every event so that the standard library verifies it, and shows it as the API does', async () => {
    const { agent, endpoint, received } = await start()
    const { id } = await account.newConversation(agent)
    const params = { agent, conversation: id }
    await account.get('sendMessage', { params, body: { content: 'Hello' } })
    const stored = await messages(account, agent, id, 3)
    await account.get('sendHumanMessage', { params, body: { content: 'I am here.' } })
    const requests = await received(3)
    const events = inOrder(requests, endpoint.secret)
    expect(events.map(({ type }) => type)).toEqual([
      'public_api_message_created',
      'public_api_message_created',
      'public_api_human_handoff',
    ])
    expect(events.map(({ data }) => data.sequence)).toEqual([1, 2, 3])
    expect(events.map(({ data }) => data.message)).toEqual([stored[0], stored[2], undefined])
    expect(events.map(({ data }) => data.agent_id)).toEqual([agent, agent, agent])
    const shown = await account.get('getConversation', { params })
    expect(events[2]!.data.conversation).toEqual(shown)
    expect(events.map(({ data }) => data.conversation.response_mode)).toEqual(['ai', 'ai', 'human'])
    for (const { method, path, headers } of requests) {
      expect([method, path]).toEqual(['POST', '/hook?from=baton'])
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    }
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  it('does not verify with another secret, or changed', async () => {
    const { agent, endpoint, received } = await start()
    await account.newConversation(agent)
    const [request] = await received(1)
    const other = await account.get('createWebhookEndpoint', {
      params: { agent },
      body: { url: 'https://hooks.example.com/' },
    })
    expect(() => open(request!, other.secret)).toThrow()
    expect(() => open({ ...request!, body: request!.body.replace('ai', 'AI') }, endpoint.secret)).toThrow()
  })

  it.each([
    ['PATCH with response_mode human', 'updateConversation', { response_mode: 'human' }],
    ['a human reply', 'sendHumanMessage', { content: 'I am here.' }],
  ] as const)('public_api_human_handoff after %s, once, and only to who asked for it', async (_what, name, body) => {
    const { agent, endpoint, received } = await start(undefined, ['public_api_human_handoff'])
    const { id } = await account.newConversation(agent)
    const params = { agent, conversation: id }
    await account.get(name, { params, body })
    await account.get(name, { params, body })
    const back = await account.get('updateConversation', { params, body: { response_mode: 'ai' } })
    expect(back.response_mode).toBe('ai')
    await account.get(name, { params, body })
    const events = inOrder(await received(2), endpoint.secret)
    expect(events.map(({ type, data }) => [type, data.sequence])).toEqual([
      ['public_api_human_handoff', 2],
      ['public_api_human_handoff', 3],
    ])
  })

  it('nothing for widget and e-mail conversations', async () => {
    const { agent, endpoint, received } = await start()
    for (const origin of ['widget', 'email']) {
      const sent = [{ role: 'assistant', content: 'Hello' }]
      const body = { origin, chat_user: { id: 'ana' }, messages: sent }
      const { id } = await account.get('importConversation', { params: { agent }, body })
      await account.get('sendHumanMessage', { params: { agent, conversation: id }, body: { content: 'Hello' } })
    }
    const { id } = await account.newConversation(agent)
    const [request, ...rest] = await received(1)
    expect([open(request!, endpoint.secret).data.conversation.id, rest]).toEqual([id, []])
  })

  it('tries again with the same webhook-id after a failure, a redirect among them', async () => {
    let count = 0
    const { agent, endpoint, received } = await start(() => {
      count += 1
      return count === 1 ? { status: 302, headers: { location: 'http://169.254.169.254/' } } : { status: 200 }
    })
    await account.newConversation(agent)
    const [first, second] = await received(2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    open(second!, endpoint.secret)
    expect(second!.at - first!.at).toBeGreaterThan(3_500)
    const listed = await until('the log says so', async () => {
      const [delivery] = await account.get('listWebhookDeliveries', { params: { agent } })
      return delivery!.status === 'succeeded' && delivery
    })
    expect(listed!.attempts.map(({ number, response_status }) => [number, response_status])).toEqual([
      [1, 302],
      [2, 200],
    ])
  })

  it('410 deactivates at once; a deleted endpoint gets nothing more', async () => {
    const gone = await start(() => ({ status: 410 }))
    await account.newConversation(gone.agent)
    await until('it is inactive', async () => {
      const [endpoint] = await account.get('listWebhookEndpoints', { params: { agent: gone.agent } })
      return endpoint!.is_active === false
    })
    const deleted = await start()
    const params = { agent: deleted.agent, endpoint: deleted.endpoint.id }
    await account.get('deleteWebhookEndpoint', { params })
    await account.newConversation(deleted.agent)
    const later = await start()
    await account.newConversation(later.agent)
    await later.received(1)
    expect((await gone.received(1)).length).toBe(1)
    expect((await deleted.received(0)).length).toBe(0)
  })

  it('a slow receiver delays no other', async () => {
    const { agent, received } = await start()
    const stuck = await startStuck()
    const body = { url: stuck.url }
    await account.get('createWebhookEndpoint', { params: { agent }, body })
    const from = Date.now()
    for (let count = 0; count < 5; count += 1) await account.newConversation(agent)
    await received(5)
    expect(Date.now() - from).toBeLessThan(14_000) // a receiver that hangs is given 15 s
    stuck.close()
  })
})

/** Starts a receiver that accepts connections and never answers. */
async function startStuck() {
  const { createServer } = await import('node:net')
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  const host = await listenOnLoopback(server)
  return {
    url: `http://${host}/`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
