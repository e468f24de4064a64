import type { Baton } from '../index.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'
import { type Found, watchAgent } from './watch.ts'

const TIMEOUT_MS = 15_000

export const listen: Command = {
  name: 'listen',
  args: [],
  summary: 'Forward what happens to an endpoint of yours as signed webhooks, without the reason of a hand-over',
  isEndless: true,
  options: {
    'forward-to': { type: 'string', value: 'URL', summary: 'Needed: where webhooks are sent, with its path and query' },
    replay: { type: 'string', value: 'N', summary: "Begin with the assistant's latest N messages" },
  },
  async run({ baton, output, values, agent }) {
    const url = String(values['forward-to'] ?? '')
    const count = Number(values.replay ?? 0)
    if (!URL.canParse(url)) throw new UsageError('--forward-to needs the address of your endpoint.')
    if (!Number.isInteger(count) || count < 0) throw new UsageError('--replay needs a number.')
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const shown = `whsec_${btoa(String.fromCharCode(...secret))}`
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    output.show({ json: { secret: shown, forward_to: url }, ids: [shown], text: `Signing secret: ${shown}` })
    output.tell(`Forwarding to ${url}. \`sequence\` counts what is forwarded from here, conversation by conversation.`)

    const counts = new Map<string, number>()
    const forward = async ({ conversation, message }: Found) => {
      const sequence = (counts.get(conversation.id) ?? 0) + 1
      counts.set(conversation.id, sequence)
      const type = message ? 'public_api_message_created' : 'public_api_human_handoff'
      const data = { agent_id: agent(), conversation, ...(message && { message }), sequence }
      const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
      const status = await post(url, body, key)
      const how = typeof status === 'number' && status < 300 ? 'green' : 'red'
      output.show({
        json: { type, conversation_id: conversation.id, sequence, status },
        ids: [conversation.id],
        text: `${output.style(how, String(status))}  ${type}  ${conversation.id}  ${sequence}`,
      })
    }
    for (const found of count > 0 ? await latest(baton, agent(), count) : []) await forward(found)
    for await (const found of watchAgent(baton, agent())) await forward(found)
  },
}

async function post(url: string, body: string, key: CryptoKey): Promise<number | string> {
  const id = `msg_${crypto.randomUUID().replaceAll('-', '')}`
  const sentAt = String(Math.floor(Date.now() / 1000))
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${sentAt}.${body}`))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': sentAt,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
  const init: RequestInit = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  return fetch(url, init).then(
    ({ status }) => status,
    () => 'no answer',
  )
}

/** The assistant's latest messages in the conversations made through the API, the oldest of them first. */
async function latest(baton: Baton, agent: string, count: number): Promise<Found[]> {
  const found: Required<Found>[] = []
  const { data } = await baton.conversations.list(agent, { per_page: 100 })
  for (const conversation of data.filter(({ origin }) => origin === 'public_api').slice(0, count))
    for await (const message of baton.messages.all(agent, conversation.id))
      if (message.role === 'assistant') found.push({ conversation, message })
  const byTime = (one: Required<Found>, other: Required<Found>) =>
    one.message.created_at.localeCompare(other.message.created_at)
  return found.sort(byTime).slice(-count)
}
