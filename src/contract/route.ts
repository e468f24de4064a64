import type { AuditAction } from './audit-actions.ts'
import type { RateClass, VisitorRateClass } from './limits.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The part of an endpoint without schemas: what a client needs to send a request. */
export interface Route {
  /**
   * `public` routes lie under /v1 and take an API key, or a short-lived token of a dashboard session; `first-party`
   * routes lie under /api/v1 and take the session cookie; `widget` routes lie under /widget/v1 and take the token of a
   * visitor of a website.
   */
  api: 'public' | 'first-party' | 'widget'
  method: Method
  /** Path below the API's base path, with parameters in braces. */
  path: string
  /** The HTTP status of a success. */
  status: 200 | 201 | 202 | 204
  /** The status, in place of `status`, when what the request would make exists already and is what the answer holds. */
  existing?: 200
  /**
   * The lowest role that may call the route in the organization to which the path's parameters belong; `anybody` where
   * the caller need not be a member. An API key acts as the owner who made it.
   */
  role: Role | 'anybody'
  /**
   * On every route that changes something: the actions of it that the audit log records, `none` if none. A job that the
   * route starts may be what records them.
   */
  audit?: 'none' | AuditAction | readonly AuditAction[]
  scope?: Scope
  rate?: RateClass
  /** Only on routes of the widget: which of a visitor's limits the request counts against. */
  visitorRate?: VisitorRateClass
  /** Not on public routes: `none` means that the route needs no signed-in session, or no visitor's token. */
  session?: 'none'
  /** On a POST: sent twice, it has the same effect as sent once, so it ignores `Idempotency-Key`. */
  repeatable?: true
  /**
   * Seconds for which browsers and proxies may use the answer again without asking (`Cache-Control: public, max-age`).
   */
  maxAge?: number
  /**
   * The answer is sent as Server-Sent Events: progress first, `data` last. Such an answer is not stored to be repeated,
   * so the route ignores `Idempotency-Key`.
   */
  streams?: true
  /** The body is text of this media type instead of JSON. */
  receives?: 'text/csv'
  /** The answer is a file of this media type, without the envelope of `data` and `meta`. */
  file?: 'text/csv' | 'application/json'
}

export const basePaths = { public: '/v1', 'first-party': '/api/v1', widget: '/widget/v1' } as const

/**
 * Whether the route honours an `Idempotency-Key`. A POST does, unless it is `repeatable` anyway, needs no session, API
 * key or visitor's token (each stored key belongs to its caller), or has no answer that could be stored and repeated:
 * an empty or a streamed one.
 */
export const takesIdempotencyKey = (route: Route): boolean =>
  route.method === 'POST' && route.session !== 'none' && !route.streams && route.status !== 204 && !route.repeatable

/** The names of the parameters in a path's type: `/agents/{agent}` → `agent`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The names of the parameters in a path, in order: `/agents/{agent}` → `['agent']`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
