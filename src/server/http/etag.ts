import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Reply } from './request.ts'

/**
 * Makes a weak ETag, which stands for the meaning of an answer and not its bytes, since `meta.request_id` differs each
 * time (RFC 9110, section 8.8.1).
 */
export function weakTag(...parts: string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`
}

/**
 * Sets the ETag of an answer. Returns whether the request's `If-None-Match` contains it, by weak comparison (RFC 9110,
 * section 13.1.2), so that 304 is to be sent instead of the answer.
 */
export function isUnchanged(request: FastifyRequest, reply: Reply, tag: string): boolean {
  reply.header('ETag', tag)
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const opaque = (value: string) => value.trim().replace(/^W\//, '')
  return known.trim() === '*' || known.split(',').some((entry) => opaque(entry) === opaque(tag))
}
