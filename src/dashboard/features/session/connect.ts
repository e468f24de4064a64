import { routes } from '#contract/routes.ts'
import { type Scope, scopes } from '#contract/scopes.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { exchangeWith } from '#dashboard/api/exchange.ts'
import { keepConnection } from '#dashboard/lib/connection.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000' // of nothing, on any server
const ASKED_AS = 'baton.connecting'
const COOKIE = 'baton_connect' // the server reads it: see its security headers

export interface Wanted {
  baseUrl: string
  key: string
  organizationId: string
}

export type Problems = Partial<Record<keyof Wanted, string>>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** What was typed as it is used, or what is wrong with it. */
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

/** A key must not travel in the open: plain http is for this machine alone. */
function readBaseUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname, username, password } = new URL(text)
  if (username || password) return undefined
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/** This load of the page is about to end: what was typed is the next one's. */
let leaving = false

/**
 * The pages' policy lets them talk to their own server alone. This asks it for one more: the wanted server's origin,
 * for this browser, from the next load of the page on. What was typed is picked up again there.
 */
export function askToReach(wanted: Wanted): void {
  leaving = true
  sessionStorage.setItem(ASKED_AS, JSON.stringify(wanted))
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${COOKIE}=${encodeURIComponent(new URL(wanted.baseUrl).origin)}; Path=/; SameSite=Strict${secure}`
  location.reload()
}

/** What was typed before the page was loaded anew, until it is forgotten: a form may be made more than once. */
export function readAsked(): Wanted | undefined {
  const stored = leaving ? null : sessionStorage.getItem(ASKED_AS)
  return stored ? (JSON.parse(stored) as Wanted) : undefined
}

export function forgetAsked(): void {
  sessionStorage.removeItem(ASKED_AS)
}

/**
 * Tries the key, learns what it may do, and keeps the connection for this tab.
 * @returns what is wrong with the key or the organization.
 * @throws ApiError for anything else, the server being out of reach among it.
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

/** Asks for something that doesn't exist: the scope is looked at before that is found out, and nothing can happen. */
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
