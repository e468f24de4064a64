import { hash } from 'node:crypto'

/**
 * Makes a weak ETag, which stands for the meaning of an answer and not its bytes, since `meta.request_id` differs each
 * time (RFC 9110, section 8.8.1).
 */
export function weakTag(...parts: string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`
}

/** Whether an `If-None-Match` header contains the ETag, by weak comparison (RFC 9110, section 13.1.2). */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (value: string) => value.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((entry) => opaque(entry) === opaque(tag))
}
