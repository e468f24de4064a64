import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Plan } from '#contract/limits.ts'
import type { Actor, Context } from '../context.ts'
import type { LocatedRows } from './binding.ts'

/** What a route's hooks and then its handler have found out about a request. */
interface RequestState {
  ctx: Context
  found: LocatedRows
  params: Record<string, string>
  /** Whether the use case found that an earlier request had already made what this one asks for. */
  isRepeated: boolean
}

export interface Authenticated {
  actor: Exclude<Actor, { kind: 'anonymous' | 'system' }>
  /** The plan of the API key's organization. Absent for sessions and visitors, whose requests every plan allows. */
  plan?: Plan
  isExpired: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState | null
  }
}

export const SESSION_COOKIE = 'baton_session'

/** @throws Error if the route's hooks have not set it */
export function stateOf(request: FastifyRequest): RequestState {
  if (!request.state) throw new Error('The request has not been through its hooks.')
  return request.state
}

/** Matches a `Host` header: a name or an address, and optionally a port (RFC 9110, section 7.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** The address of this server: configured, or from the headers, a trusted proxy's too; else localhost (HTTP/1.0). */
export function publicUrl(request: FastifyRequest, configured: string | undefined): string {
  return configured ?? `${request.protocol}://${hostOf(request)}`
}

/** The host that a request addresses, with its port if it names one. */
export function hostOf(request: FastifyRequest): string {
  return HOST.test(request.host) ? request.host : `localhost:${request.socket.localPort}`
}

export type Reply = FastifyReply
