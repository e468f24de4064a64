import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { type LooseInput, type RawAnswer, read, send, toExchange } from './exchange.ts'
import { sessionEnded, sessionResumed, timesResumed } from './session-state.ts'
import { bearerToken, forgetToken } from './session-token.ts'
import type { Answer, CallInput, CallOptions } from './types.ts'
import type { Exchange } from './upload.ts'

/** The parameters of an operation's path, among them the organization that this tab shows unless they say another. */
export const allParams = ({ path }: Route, params?: Record<string, string>): Record<string, string> =>
  path.includes('{organization}') ? { organization: standing.get().organizationId ?? '', ...params } : { ...params }

/**
 * Calls an operation of either API by name, with the signed-in person's session. A public operation carries the
 * session's bearer token, fetched on first use, again when it is about to expire, and once more when the server refuses
 * it; a first-party operation relies on the cookie.
 * @returns `data` of the answer; the whole `{data, links, meta}` for a paginated list; undefined for a 204
 * @throws ApiError, or the signal's reason when aborted
 */
export async function call<Name extends RouteName>(
  name: Name,
  input: CallInput<Name> | undefined,
  options: CallOptions<Name> = {},
): Promise<Answer<Name>> {
  const route: Route = routes[name]
  const { params, ...rest } = (input ?? {}) as LooseInput
  const exchange = toExchange(route, { ...rest, params: allParams(route, params) }, options)
  const attempt = () => (route.api === 'public' ? withBearer(route, exchange, options) : send(route, exchange, options))
  for (;;) {
    const begun = timesResumed()
    const answer = await attempt()
    if (answer.head.status !== 401 || !endsSession(name, route)) return read(answer) as Answer<Name>
    // The person has signed in again since this request began, so the refusal is about the previous session.
    if (begun !== timesResumed()) continue
    // The call waits until the person has signed in again, and is then repeated.
    sessionEnded.set(true)
    await sessionResumed(options.signal)
  }
}

/**
 * Whether a 401 means that the session has ended and the call must wait. A public operation learns that with its token.
 */
function endsSession(name: RouteName, route: Route): boolean {
  return route.api === 'first-party' && route.session !== 'none' && name !== 'getSession' && name !== 'signOut'
}

const issue = () => {
  const { organizationId } = standing.get()
  return call('createSessionToken', { body: organizationId ? { organization: organizationId } : {} })
}

/** Fetches the bearer token while the first screen's code is still loading. */
export function warmUp(): void {
  bearerToken(issue).catch(() => undefined) // the first call that needs the token tries again and reports the error
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
