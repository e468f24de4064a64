import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Method } from '#contract/route.ts'

const THRESHOLD_BYTES = 1024 // shorter answers fit into one packet anyway

/**
 * Lets routes have their answers compressed. A stream of events is never compressed, because each event must leave at
 * once.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}

/**
 * Answers to reads are compressed. The answer to a change never is: it may show a secret beside what the caller has
 * sent, and its length would tell an eavesdropper how much the two have in common (the BREACH attack).
 */
export function compressionOf(method: Method): Pick<RouteOptions, 'compress'> {
  return { compress: method === 'GET' ? { threshold: THRESHOLD_BYTES, encodings: ['br', 'gzip'] } : false }
}
