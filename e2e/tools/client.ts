import type { Data, Input } from '#contract/index.ts'
import { basePaths, type Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'

export interface Credentials {
  key?: string
  cookie?: string
  /** Further headers, sent unchanged. */
  headers?: Record<string, string>
}

export interface Answer<Name extends RouteName> {
  status: number
  headers: Headers
  data: Data<Name>
  // biome-ignore lint/suspicious/noExplicitAny: tests check bodies of any type
  body: any
}

/** Sends one request by operation name, as any client would. Rejects only when no answer comes, or one not in JSON. */
export async function call<Name extends RouteName>(
  url: string,
  name: Name,
  input: Input<Name>,
  credentials: Credentials = {},
): Promise<Answer<Name>> {
  const route: Route = routes[name]
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const values = params as Record<string, string>
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const form = formOf(body)
  const response = await fetch(`${url}${basePaths[route.api]}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: route.method,
    headers: {
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...(credentials.key && { authorization: `Bearer ${credentials.key}` }),
      ...(credentials.cookie && { cookie: credentials.cookie }),
      ...credentials.headers,
    },
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  })
  const text = await response.text()
  const parsed = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, data: parsed?.data, body: parsed }
}

/** Form data for a body that contains a file, which must be sent as multipart/form-data; undefined for others. */
function formOf(body: unknown): FormData | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const entries = Object.entries(body as Record<string, string | Blob>)
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/**
 * Sends a request that is expected to succeed.
 * @throws Error with the answer when it does not.
 */
export async function must<Name extends RouteName>(
  url: string,
  name: Name,
  input: Input<Name>,
  credentials: Credentials = {},
): Promise<Answer<Name>> {
  const answer = await call(url, name, input, credentials)
  if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

export interface Owner {
  organizationId: string
  cookie: string
  key: string
}

export const ownerAccount = { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' }

/** Sets up a fresh server with its owner, an organization and an API key with every scope. */
export async function setUp(url: string, body = { organization: 'Example', ...ownerAccount }): Promise<Owner> {
  const answer = await must(url, 'setUp', { body })
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  const organizationId = answer.data.organizations[0]!.id
  const { scopeNames } = await import('#contract/scopes.ts')
  const created = await must(
    url,
    'createApiKey',
    {
      params: { organization: organizationId },
      body: { name: 'Tests', scopes: [...scopeNames], expires_at: 'lifetime' },
    },
    { cookie },
  )
  return { organizationId, cookie, key: created.data.key }
}
