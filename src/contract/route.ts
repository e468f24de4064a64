import type { RateClass } from './limits.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The schema-free half of an endpoint: all that a caller needs for every call. */
export interface Route {
  /** `public` lies under /v1 and takes API keys; `first-party` lies under /api/v1 and takes the session cookie. */
  api: 'public' | 'first-party'
  method: Method
  /** Relative to the API's base, parameters in braces. */
  path: string
  /** The one success status. */
  status: 200 | 201 | 202 | 204
  /**
   * The least that one must be in the organization that the path leads to; `anybody` where it leads to none. An API key
   * acts as the owner who made it.
   */
  role: Role | 'anybody'
  scope?: Scope
  rate?: RateClass
  /** First-party only: `none` works signed out. */
  session?: 'none'
  /** The answer is Server-Sent Events: how far it has got, and at last `data`. Nothing is stored, so that no key counts. */
  streams?: true
}

export const basePaths = { public: '/v1', 'first-party': '/api/v1' } as const

/** Whether an `Idempotency-Key` counts here: every POST that stores something for somebody who is signed in, to whom the key then belongs. */
export const takesIdempotencyKey = (route: Route): boolean =>
  route.method === 'POST' && route.session !== 'none' && !route.streams

/** The names in braces of a path: `/agents/{agent}` → `agent`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
