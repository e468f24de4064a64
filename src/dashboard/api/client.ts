import type { Input } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { connection } from '#dashboard/lib/connection.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { type LooseInput, type RawAnswer, read, send, toExchange } from './exchange.ts'
import { sessionEnded, sessionResumed } from './session-state.ts'
import { bearerToken, forgetToken } from './session-token.ts'
import type { Answer, CallOptions } from './types.ts'
import type { Exchange } from './upload.ts'

/** Calls operations of either API by name. */
type Client = <Name extends RouteName>(
  name: Name,
  input: Input<Name> | undefined,
  options?: CallOptions<Name>,
) => Promise<Answer<Name>>

/**
 * With the session: a public operation carries the session's bearer token, fetched when first needed and once more if
 * the server refuses it; a first-party one relies on the cookie.
 */
const sessionClient: Client = async <Name extends RouteName>(
  name: Name,
  input: Input<Name> | undefined,
  options: CallOptions<Name> = {},
): Promise<Answer<Name>> => {
  const route: Route = routes[name]
  const exchange = toExchange(route, (input ?? {}) as LooseInput, options)
  const attempt = () => (route.api === 'public' ? withBearer(route, exchange, options) : send(route, exchange, options))
  const answer = await attempt()
  if (answer.head.status !== 401 || !endsSession(name, route)) return read(answer) as Answer<Name>
  // What was asked for waits while the page asks to sign in again, and then goes on as if nothing had been.
  sessionEnded.set(true)
  await sessionResumed(options.signal)
  return read(await attempt()) as Answer<Name>
}

/** With a key of another server; see remote.ts. */
const remoteClient: Client = async (name, input, options = {}) =>
  (await import('./remote.ts')).callRemote(name, input, options)

/**
 * Calls an operation of either API by name, at the server that this tab works with.
 * @returns `data` of the answer; the whole `{data, links, meta}` for a page of a list; undefined for a 204.
 * @throws ApiError, or the signal's reason when aborted.
 */
export const call: Client = connection ? remoteClient : sessionClient

/** Whether a 401 means that the session is over; a public call learns it when it asks for its token. */
function endsSession(name: RouteName, route: Route): boolean {
  return route.api === 'first-party' && route.session !== 'none' && name !== 'getSession' && name !== 'signOut'
}

const issue = () => {
  const { organizationId } = standing.get()
  return sessionClient('createSessionToken', { body: organizationId ? { organization: organizationId } : {} })
}

/** Has the bearer token fetched while the first screen's code is still on its way. */
export function warmUp(): void {
  if (connection) return
  bearerToken(issue).catch(() => undefined) // whoever needs the token asks again, and is told
}

async function withBearer(route: Route, exchange: Exchange, options: CallOptions): Promise<RawAnswer> {
  const attempt = async () => {
    const token = await bearerToken(issue)
    const headers = { ...exchange.headers, authorization: `Bearer ${token}` }
    return { token, answer: await send(route, { ...exchange, headers }, options) }
  }
  const first = await attempt()
  if (first.answer.head.status !== 401) return first.answer
  forgetToken(first.token)
  return (await attempt()).answer
}
