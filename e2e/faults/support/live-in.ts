import sharp from 'sharp'
import type { Input } from '#contract/index.ts'
import type { RouteName } from '#contract/routes.ts'
import { scopeNames } from '#contract/scopes.ts'
import { until } from '../../api/support/until.ts'
import { call, must, type Owner } from '../../tools/client.ts'

type Read = { name: RouteName; input: unknown; credentials: Owner }

/** Requests that read most of what `liveIn` has left in an installation, and its agent and a conversation. */
export interface Household {
  reads: Read[]
  agent: string
  conversation: string
  /** Address of the agent's logo, below the product's own. */
  logo: string
}

export const QUESTION = 'When does the harbour open?'

/**
 * Uses an installation, so that it holds sources of every type, a crawl, conversations, keys and webhook deliveries.
 *
 * @param site Address of a website to crawl.
 * @param receiver Address that accepts webhooks.
 * @param silent Address that refuses webhooks, so that a delivery waits for its next attempt.
 */
export async function liveIn(
  url: string,
  owner: Owner,
  agent: string,
  { site, receiver, silent }: { site: string; receiver: string; silent: string },
): Promise<Household> {
  const organization = { organization: owner.organizationId }
  const params = { agent }
  const reads: Read[] = []
  const keep = (name: RouteName, input: unknown) => reads.push({ name, input, credentials: owner })
  const make = async <Name extends RouteName>(name: Name, input: Input<Name>) => {
    const made = (await must(url, name, input, owner)).data as unknown
    return (Array.isArray(made) ? made[0] : made) as { id: string }
  }

  const hook = (address: string) => make('createWebhookEndpoint', { params, body: { url: `${address}/hook` } })
  await hook(receiver)
  await hook(silent)
  const file = new File(['The harbour has nine cranes.\n'], 'cranes.txt')
  const bodies: Input<'createSource'>['body'][] = [
    { type: 'text', content: 'The harbour opens at nine and closes at six.' },
    { type: 'qa', questions: [{ question: 'Who runs it?', answer: 'The town does.' }] },
    { type: 'url', urls: [`${site}/`] },
    { type: 'file', file },
  ] as never
  for (const body of bodies) {
    const { id } = await make('createSource', { params, body })
    await until('a source is trained', async () => {
      const { data } = await must(url, 'getSource', { params: { agent, source: id } }, owner)
      return data.status === 'completed'
    })
    keep('getSource', { params: { agent, source: id } })
  }
  const crawl = (await must(url, 'startCrawl', { params: organization, body: { url: `${site}/` } }, owner)).data
  const crawlParams = { ...organization, taskId: crawl.task_id }
  await until('the crawl ends', async () => {
    return (await must(url, 'getCrawl', { params: crawlParams }, owner)).data.status === 'completed'
  })
  keep('getCrawl', { params: crawlParams })

  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const picture = new File([new Uint8Array(await red.png().toBuffer())], 'logo.png')
  const { data: settings } = await must(url, 'putLogo', { params, body: { file: picture } }, owner)
  keep('getAgentSettings', { params })

  const conversation = (await make('createConversation', { params, body: { chat_user_id: 'visitor-1' } })).id
  const inside = { agent, conversation }
  const once = { ...owner, headers: { 'idempotency-key': 'once' } }
  await must(url, 'sendMessage', { params: inside, body: { content: QUESTION } }, once)
  const reply = await until('there is a reply', async () => {
    return (await must(url, 'listMessages', { params: inside }, owner)).data[2]
  })
  const other = (await make('createConversation', { params, body: {} })).id
  await make('sendHumanMessage', { params: { agent, conversation: other }, body: { content: 'I am here.' } })
  await make('sendHumanMessage', { params: { agent, conversation: other }, body: { content: '👍' } }) // has no words
  await make('updateConversation', { params: { agent, conversation: other }, body: { status: 'closed' } })
  await make('createApiKey', {
    params: organization,
    body: { name: 'Other', scopes: [scopeNames[0]], expires_at: 'lifetime' },
  })
  await until('the refused deliveries wait for their next attempt', async () => {
    const { data } = await must(url, 'listWebhookDeliveries', { params }, owner)
    const waiting = data.filter((delivery) => delivery.status === 'pending' && delivery.attempts.length > 0)
    return waiting.length > 0 && data.every((delivery) => delivery.attempts.length > 0)
  })

  for (const each of [conversation, other]) {
    keep('getConversation', { params: { agent, conversation: each } })
    keep('listMessages', { params: { agent, conversation: each }, query: { per_page: 100 } })
  }
  keep('listAgents', { params: organization })
  keep('getAgent', { params })
  keep('listSources', { params, query: { per_page: 100 } })
  keep('listConversations', { params, query: { per_page: 100 } })
  keep('listWebhookEndpoints', { params })
  keep('getOrganization', { params: organization })
  keep('listApiKeys', { params: organization })
  keep('listInbox', { params: organization })
  keep('getInboxSummary', { params: organization })
  keep('getSession', {})
  keep('getAnswerTrace', { params: { ...inside, message: reply.id } })
  return { reads, agent, conversation, logo: settings.appearance.logo_url! }
}

/** Keeps of a key's last use only whether there was one: the time may change between two readings on a slow machine. */
const lasting = (key: string, value: unknown) => (key === 'last_used_at' ? value !== null : value)

/**
 * Sends every request and returns the answers without what differs per request, so that two readings can be compared.
 */
export async function readAll(url: string, { reads, logo }: Household): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const { name, input, credentials } of reads) {
    const { status, body } = await call(url, name, input as Input<typeof name>, credentials)
    const { request_id, ...meta } = body.meta ?? {}
    answers[`${name} ${JSON.stringify(input)}`] = {
      status,
      body: JSON.parse(JSON.stringify({ ...body, meta }), lasting),
    }
  }
  const image = await fetch(new URL(logo, url))
  answers[logo] = { status: image.status, body: Buffer.from(await image.arrayBuffer()).toString('base64') }
  return answers
}
