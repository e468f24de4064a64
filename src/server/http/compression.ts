import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Method } from '#contract/route.ts'

const THRESHOLD_BYTES = 1024 // shorter answers fit into one packet anyway

/** Answers up to this length are compressed at once, within half a millisecond; streams take ten times the memory. */
const AT_ONCE_BYTES = 65_536

/** Streams of events are never compressed, because each event must be sent at once. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}

/**
 * On for reads, off for changes: an answer with a secret beside what was sent would reveal it by its length (BREACH).
 */
export function compressionOf(method: Method): Pick<RouteOptions, 'compress'> {
  if (method !== 'GET') return { compress: false }
  return { compress: { threshold: THRESHOLD_BYTES, syncThreshold: AT_ONCE_BYTES, encodings: ['br', 'gzip'] } }
}
