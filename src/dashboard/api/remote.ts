import type { Input } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { type Connection, connection, keepConnection } from '#dashboard/lib/connection.ts'
import { ApiError } from './api-error.ts'
import { exchangeWith } from './exchange.ts'
import { remoteDrafts } from './remote-drafts.ts'
import type { Handlers } from './remote-handlers.ts'
import { remoteInbox } from './remote-inbox.ts'
import { remoteSettings } from './remote-settings.ts'
import { remoteSources } from './remote-sources.ts'
import { remoteThread } from './remote-thread.ts'
import { remoteWebhooks } from './remote-webhooks.ts'
import type { Answer, CallOptions } from './types.ts'

const inbox = remoteInbox(callPublic)

/**
 * Functions that replace the dashboard's own API. They use the other server's public API and what the browser holds.
 */
const handlers: Handlers = {
  getSession: remoteSession,
  getStart: () => ({
    needs_setup: false,
    session: remoteSession(),
    event_marks: {},
    own_settings: {},
    sends_mail: false,
  }),
  signOut: () => {
    keepConnection(undefined)
    return undefined
  },
  listModels: async (_input, options) => {
    const models = await callPublic('listAiModels', {}, options)
    return models.map((model) => ({ ...model, is_configured: true }))
  },
  listFullAgents: async (input, options) => {
    const page = await callPublic('listAgents', input, options)
    return { ...page, data: page.data.map((agent) => ({ ...agent, counts: null })) }
  },
  ...remoteSettings,
  ...remoteSources(callPublic),
  ...remoteDrafts(callPublic),
  ...remoteWebhooks(callPublic),
  ...remoteThread(callPublic),
  ...inbox.handlers,
}

function remoteSession(): Answer<'getSession'> {
  const { baseUrl, organizationId } = current()
  const { host } = new URL(baseUrl)
  return {
    user: { id: organizationId, name: 'API key', email: host },
    organizations: [{ id: organizationId, name: host, plan: 'premium', role: 'owner', responders_teach: false }],
  }
}

/**
 * Calls an operation at the other server that this tab is connected to.
 * @throws ApiError, also for operations that its public API can't provide; Error for a draft that is gone; the signal's
 * reason when aborted
 */
export async function callRemote<Name extends RouteName>(
  name: Name,
  input: Input<Name> | undefined,
  options: CallOptions,
): Promise<Answer<Name>> {
  const handler = handlers[name]
  if (handler) return handler((input ?? {}) as Input<Name>, options)
  const route: Route = routes[name]
  if (route.api === 'public') {
    const answer = await callPublic(name, input, options)
    const { agent } = (input as { params?: { agent?: string } } | undefined)?.params ?? {}
    if (route.method !== 'GET' && agent) inbox.forget(agent)
    return answer
  }
  const message = 'An API key can’t do this: sign in on that server itself.'
  throw new ApiError({ status: 403, code: 'insufficient_scope', message })
}

function callPublic<Name extends RouteName>(
  name: Name,
  input: Input<Name> | undefined,
  options: CallOptions,
): Promise<Answer<Name>> {
  const { baseUrl, key } = current()
  return exchangeWith({ baseUrl, bearer: key }, name, input, options)
}

function current(): Connection {
  if (!connection) throw new Error('This tab is not connected to another server.')
  return connection
}
