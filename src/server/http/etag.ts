import { hash } from 'node:crypto'

/** A weak validator: the same meaning, not the same bytes (`meta.request_id` differs each time). RFC 9110 §8.8.1. */
export function weakTag(...parts: string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 §13.1.2). */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (value: string) => value.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((entry) => opaque(entry) === opaque(tag))
}
