import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Method } from '#contract/route.ts'

const THRESHOLD_BYTES = 1024 // shorter answers fit into one packet anyway

/**
 * Answers up to this length are compressed at once, within half a millisecond. Longer ones are compressed as a stream,
 * which takes more processor time and ten times the memory.
 */
const AT_ONCE_BYTES = 65_536

/**
 * Enables compression of answers for the routes that ask for it. Streams of events are never compressed, because each
 * event must be sent at once.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}

/**
 * The compression setting of a route: on for reads, off for changes. The answer to a change may contain a secret next
 * to what the caller has sent, and its compressed length would reveal how similar the two are (the BREACH attack).
 */
export function compressionOf(method: Method): Pick<RouteOptions, 'compress'> {
  if (method !== 'GET') return { compress: false }
  return { compress: { threshold: THRESHOLD_BYTES, syncThreshold: AT_ONCE_BYTES, encodings: ['br', 'gzip'] } }
}
