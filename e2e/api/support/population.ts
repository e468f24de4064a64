import type { PublicRouteName } from '#contract/routes.ts'
import type { Account } from './account.ts'
import { messages } from './until.ts'

/** Ids of things that belong together, keyed by the parameter names of the API's paths. */
export type Ids = Record<string, string>

const fields = [{ name: 'email', label: 'E-mail', type: 'email', required: true }]

/**
 * Creates agents (enabled, disabled and human-only), each with an action, a source, a webhook endpoint, and
 * conversations of every origin and a closed one.
 */
export async function populate(account: Account): Promise<Ids[]> {
  const population: Ids[] = []
  for (const kind of ['enabled', 'enabled', 'human', 'disabled']) {
    const agent = (await account.newAgent()).id
    const action = { slug: 'leave_email', name: 'Leave an e-mail', description: 'Takes an address', fields }
    await account.get('createAction', { params: { agent }, body: action })
    const shared = { organization: account.organization, agent, ...(await below(account, agent)) }
    for (const origin of ['public_api', 'widget', 'email', 'closed'])
      population.push({ ...shared, ...(await conversationOf(account, agent, origin)) })
    if (kind === 'human') await account.get('updateAgent', { params: { agent }, body: { only_human: true } })
    if (kind === 'disabled') await account.disable(agent)
  }
  return population
}

async function below(account: Account, agent: string): Promise<Ids> {
  const params = { agent, organization: account.organization }
  const source = await account.newTextSource(agent)
  const endpoint = await account.get('createWebhookEndpoint', { params, body: { url: 'https://127.0.0.1:31999/' } })
  return { source: source.id, taskId: source.task_id, endpoint: endpoint.id }
}

async function conversationOf(account: Account, agent: string, origin: string): Promise<Ids> {
  if (origin === 'widget' || origin === 'email') {
    const sent = [{ role: 'assistant', content: 'Hello' }]
    const body = { origin, chat_user: { id: 'ana' }, messages: sent }
    const { id } = await account.get('importConversation', { params: { agent }, body })
    return { conversation: id, message: (await messages(account, agent, id, 1))[0]!.id }
  }
  const { id: conversation } = await account.newConversation(agent)
  const params = { agent, conversation }
  await account.get('sendMessage', { params, body: { content: 'Please let me leave an e-mail.' } })
  const message = (await messages(account, agent, conversation, 3))[2]!.id
  if (origin === 'closed') await account.get('updateConversation', { params, body: { status: 'closed' } })
  return { conversation, message }
}

/**
 * Provides ids of something for a DELETE request to delete: something new, so that the population stays intact, or the
 * agent's newest webhook endpoint. Empty for other requests; null when the agent accepts nothing new.
 */
export async function newVictim(account: Account, name: PublicRouteName, { agent = '' }: Ids): Promise<Ids | null> {
  const params = { agent, organization: account.organization }
  switch (name) {
    case 'deleteAgent':
      return { agent: (await account.newAgent()).id }
    case 'deleteConversation': {
      const { status, data } = await account.send('createConversation', { params, body: {} })
      return status === 201 ? { conversation: data.id } : null
    }
    case 'deleteSource': {
      const body = { type: 'text', content: 'We open at nine.' }
      const { status, data } = await account.send('createSource', { params, body })
      return status === 201 ? { source: (data as { id: string }).id } : null
    }
    case 'deleteWebhookEndpoint': {
      // Reuse an endpoint that exists: if they piled up, every message would be delivered to twenty of them.
      const [newest] = await account.get('listWebhookEndpoints', { params, query: { per_page: 1 } })
      if (newest) return { endpoint: newest.id }
      const body = { url: 'https://127.0.0.1:31999/' }
      const { status, data } = await account.send('createWebhookEndpoint', { params, body })
      return status === 201 ? { endpoint: data.id } : null
    }
    default:
      return {}
  }
}
