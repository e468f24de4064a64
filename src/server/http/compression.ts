import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Method } from '#contract/route.ts'

const THRESHOLD_BYTES = 1024 // what is shorter fits into a packet anyway

/** Lets routes have their answers compressed. A stream of events has none of it, as each event is to leave at once. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}

/**
 * What is read is compressed. The answer to a change never is: it may show a secret beside what the caller has sent,
 * and its length would then tell whoever sees it pass how much the two have in common (the BREACH attack).
 */
export function compressionOf(method: Method): Pick<RouteOptions, 'compress'> {
  return { compress: method === 'GET' ? { threshold: THRESHOLD_BYTES, encodings: ['br', 'gzip'] } : false }
}
