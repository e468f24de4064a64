import { routes } from '#contract/routes.ts'
import { type Scope, scopes } from '#contract/scopes.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { exchangeWith } from '#dashboard/api/exchange.ts'
import { keepConnection } from '#dashboard/lib/connection.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000' // the id of nothing, on any server
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

/** Whether a reload is under way, after which the next page handles the typed values. */
let leaving = false

/**
 * Lets the page reach the wanted server. The Content-Security-Policy only allows the page's own server, which adds the
 * origin named in this cookie from the next load on. Reloads the page, which then resumes with the stored values.
 */
export function askToReach(wanted: Wanted): void {
  leaving = true
  sessionStorage.setItem(ASKED_AS, JSON.stringify(wanted))
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: plain http pages lack the Cookie Store API
  document.cookie = `${COOKIE}=${encodeURIComponent(new URL(wanted.baseUrl).origin)}; Path=/; SameSite=Strict${secure}`
  location.reload()
}

/** The values typed before the reload, until `forgetAsked`; a form may be mounted, and read them, more than once. */
export function readAsked(): Wanted | undefined {
  const stored = leaving ? null : sessionStorage.getItem(ASKED_AS)
  return stored ? (JSON.parse(stored) as Wanted) : undefined
}

export function forgetAsked(): void {
  sessionStorage.removeItem(ASKED_AS)
}

/**
 * Tests the API key, finds out its scopes, and stores the connection for this tab.
 * @returns problems of the key or the organization, if any
 * @throws ApiError for any other failure, such as an unreachable server
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
  const held = await Promise.all(
    (Object.keys(scopes) as Scope[]).map(async (scope) => ((await mayUse(server, scope)) ? [scope] : [])),
  )
  keepConnection({ ...wanted, scopes: held.flat() })
  return undefined
}

/**
 * Whether the key has a scope. Requests something that does not exist: the server checks the scope first, and no data
 * can change.
 */
async function mayUse(server: { baseUrl: string; bearer: string }, scope: Scope): Promise<boolean> {
  const [name] = Object.entries(routes).find(
    ([, route]) => 'scope' in route && route.scope === scope && /\{/.test(route.path),
  )!
  const params = { organization: NO_ID, agent: NO_ID, conversation: NO_ID, message: NO_ID, source: NO_ID }
  try {
    await exchangeWith(
      server,
      name as 'getAgent',
      { params: { ...params, taskId: NO_ID, endpoint: NO_ID } as never },
      {},
    )
    return true
  } catch (error) {
    return !isApiError(error, 'insufficient_scope')
  }
}
