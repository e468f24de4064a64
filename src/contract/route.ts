import type { AuditAction } from './audit-actions.ts'
import type { RateClass, VisitorRateClass } from './limits.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The part of an endpoint without schemas: what a client needs to send a request. */
export interface Route {
  /**
   * `public`: below /v1, with an API key or a dashboard session's token; `first-party`: /api/v1, with the cookie;
   * `widget`: /widget/v1, with the token of a visitor of a website.
   */
  api: 'public' | 'first-party' | 'widget'
  method: Method
  /** Path below the API's base path, with parameters in braces. */
  path: string
  status: 200 | 201 | 202 | 204
  /** The status, in place of `status`, when what the request would make exists already and is what the answer holds. */
  existing?: 200
  /** The lowest role in the path's organization; `anybody` need not be a member. An API key acts as its maker. */
  role: Role | 'anybody'
  /** On every route that changes something: what the audit log records of it (or a job of it); `none` if nothing. */
  audit?: 'none' | AuditAction | readonly AuditAction[]
  scope?: Scope
  rate?: RateClass
  /** Only on routes of the widget: which of a visitor's limits the request counts against. */
  visitorRate?: VisitorRateClass
  /** Not on public routes: `none` means that the route needs no signed-in session, or no visitor's token. */
  session?: 'none'
  /** On a POST: sent twice, it has the same effect as sent once, so it ignores `Idempotency-Key`. */
  repeatable?: true
  /** Seconds for which caches may answer without asking (`Cache-Control: public, max-age`). */
  maxAge?: number
  /** The answer is Server-Sent Events, `data` last. It is not stored, so the route ignores `Idempotency-Key`. */
  streams?: true
  /** A client that prefers `text/event-stream` gets what becomes of the reply that it asks for (`reply-stream.ts`). */
  followed?: true
  /** The body is text of this media type instead of JSON. */
  receives?: 'text/csv'
  /** The answer is a file of this media type, without the envelope of `data` and `meta`. */
  file?: 'text/csv' | 'application/json' | 'message/rfc822' | 'text/html' | 'application/octet-stream'
}

export const basePaths = { public: '/v1', 'first-party': '/api/v1', widget: '/widget/v1' } as const

/**
 * Whether the route honours an `Idempotency-Key`: a POST, unless it is `repeatable`, needs no session (each key belongs
 * to its caller), or has no answer that could be stored.
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
