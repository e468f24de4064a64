import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Plan } from '#contract/limits.ts'
import type { Actor, Context } from '../context.ts'
import type { LocatedRows } from './binding.ts'

/** What the hooks of a route have found out by the time its handler runs. */
export interface RequestState {
  endpoint: Endpoint
  ctx: Context
  found: LocatedRows
  params: Record<string, string>
}

export interface Authenticated {
  actor: Exclude<Actor, { kind: 'anonymous' | 'system' }>
  /** The plan of the key's organization; absent for a session, which a lapsed plan doesn't stop. */
  plan?: Plan
  isExpired: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState | null
  }
}

export const SESSION_COOKIE = 'baton_session'

/** The state of a request that a route's hooks have let pass. */
export function stateOf(request: FastifyRequest): RequestState {
  if (!request.state) throw new Error('The request has not been through its hooks.')
  return request.state
}

/** A name or an address, and a port (RFC 9110 §7.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Where a client reaches this server: the configured address, or the request's own as a trusted proxy gives it. Where
 * it names none, as HTTP/1.0 need not, or what can be none, the machine's own.
 */
export function publicUrl(request: FastifyRequest, configured: string | undefined): string {
  if (configured !== undefined) return configured
  const host = HOST.test(request.host) ? request.host : `localhost:${request.socket.localPort}`
  return `${request.protocol}://${host}`
}

export type Reply = FastifyReply
