import { routes } from '#contract/routes.ts'
import { type Scope, scopeNames } from '#contract/scopes.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { exchangeWith } from '#dashboard/api/exchange.ts'
import { keepConnection } from '#dashboard/lib/connection.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000' // an id that nothing on any server has
const ASKED_AS = 'baton.connecting'
const COOKIE = 'baton_connect' // read by the server when it sets its security headers

export interface Wanted {
  baseUrl: string
  key: string
  organizationId: string
}

export type Problems = Partial<Record<keyof Wanted, string>>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Validates what was typed: returns the cleaned values, or a problem for each invalid field. */
export function readWanted(typed: Wanted): { wanted: Wanted } | { problems: Problems } {
  const problems: Problems = {}
  const key = typed.key.trim()
  const organizationId = typed.organizationId.trim()
  const baseUrl = readBaseUrl(typed.baseUrl)
  if (!baseUrl) problems.baseUrl = 'must be an https address, as https://support.example.com'
  if (!key) problems.key = 'is required'
  if (!UUID.test(organizationId)) problems.organizationId = 'must be an id, as the other server shows it'
  return Object.keys(problems).length > 0 ? { problems } : { wanted: { baseUrl: baseUrl ?? '', key, organizationId } }
}

/** Parses a server's address. Plain HTTP is allowed for this machine only, as it would expose the API key. */
function readBaseUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname, username, password } = new URL(text)
  if (username || password) return undefined
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/** Whether `askToReach` is reloading the page: only the page that is loaded next may use the stored values. */
let leaving = false

/**
 * Lets the page reach the wanted server, which its Content-Security-Policy forbids at first. Sets a cookie with the
 * server's origin, keeps the typed values for this tab, and reloads the page: the page's own server reads the cookie
 * and then allows that origin. `readAsked` gives the values back.
 */
export function askToReach(wanted: Wanted): void {
  leaving = true
  sessionStorage.setItem(ASKED_AS, JSON.stringify(wanted))
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: plain http pages lack the Cookie Store API
  document.cookie = `${COOKIE}=${encodeURIComponent(new URL(wanted.baseUrl).origin)}; Path=/; SameSite=Strict${secure}`
  location.reload()
}

/**
 * The values typed before `askToReach` reloaded the page, until `forgetAsked` is called. They are not removed by
 * reading, as a form may be mounted more than once.
 */
export function readAsked(): Wanted | undefined {
  const stored = leaving ? null : sessionStorage.getItem(ASKED_AS)
  return stored ? (JSON.parse(stored) as Wanted) : undefined
}

export function forgetAsked(): void {
  sessionStorage.removeItem(ASKED_AS)
}

/**
 * Tests the API key, finds out its scopes, and stores the connection for this tab.
 * @returns problems of the key or the organization to show in the form; undefined if it is connected
 * @throws ApiError for any other failure of the test, such as an unreachable server
 */
export async function connect(wanted: Wanted): Promise<Problems | undefined> {
  const server = { baseUrl: wanted.baseUrl, bearer: wanted.key }
  const params = { organization: wanted.organizationId }
  try {
    await exchangeWith(server, 'listAgents', { params, query: { per_page: 1 } }, {})
  } catch (error) {
    if (isApiError(error, 'unauthenticated', 'token_expired')) return { key: 'is not known there, or has ended' }
    if (isApiError(error, 'insufficient_scope')) return { key: 'needs the agent:read scope at least' }
    if (isApiError(error, 'resource_not_found', 'forbidden'))
      return { organizationId: 'is not the organization of this key' }
    throw error
  }
  const held = await Promise.all(scopeNames.map(async (scope) => ((await mayUse(server, scope)) ? [scope] : [])))
  keepConnection({ ...wanted, scopes: held.flat() })
  return undefined
}

/**
 * Whether the key has a scope. It calls an endpoint that needs the scope, for something that does not exist, so that no
 * data can change. The server checks the scope first: if it refuses for another reason, such as 404, the key has it.
 * @throws ApiError if the server fails, can't be reached, or does not know the key any more
 */
async function mayUse(server: { baseUrl: string; bearer: string }, scope: Scope): Promise<boolean> {
  const [name] = Object.entries(routes).find(
    ([, route]) => 'scope' in route && route.scope === scope && /\{/.test(route.path),
  )!
  const ofAgent = { conversation: NO_ID, message: NO_ID, source: NO_ID, taskId: NO_ID, endpoint: NO_ID }
  const params = { organization: NO_ID, agent: NO_ID, ...ofAgent }
  try {
    await exchangeWith(server, name as 'getAgent', { params }, {})
    return true
  } catch (error) {
    if (isApiError(error, 'insufficient_scope')) return false
    // The scope counts as held if the server only asks to wait (429): if it is not, later requests are refused. After a
    // failure of the server nothing is known.
    const status = isApiError(error) ? error.status : 0
    if (status >= 400 && status < 500 && status !== 401) return true
    throw error
  }
}
