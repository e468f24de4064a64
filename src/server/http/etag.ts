import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Reply } from './request.ts'

/** Makes a weak ETag, as `meta.request_id` differs in equal answers (RFC 9110, section 8.8.1). */
export function weakTag(...parts: string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`
}

/** Sets the ETag. Returns whether `If-None-Match` has it (RFC 9110, section 13.1.2), so that 304 is to be sent. */
export function isUnchanged(request: FastifyRequest, reply: Reply, tag: string): boolean {
  reply.header('ETag', tag)
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const opaque = (value: string) => value.trim().replace(/^W\//, '')
  return known.trim() === '*' || known.split(',').some((entry) => opaque(entry) === opaque(tag))
}
