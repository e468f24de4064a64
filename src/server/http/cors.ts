import type { FastifyInstance } from 'fastify'
import type { Config } from '../settings/config.ts'

const METHODS = 'GET, POST, PATCH, DELETE'
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match'
const ANSWER_HEADERS = [
  'Baton-Organization',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')
const PREFLIGHT_SECONDS = 7_200 // the most that Chrome uses; other browsers have limits of their own

/** Lets listed origins call the public API; not the dashboard's, as browsers would send the session cookie along. */
export function registerCors(app: FastifyInstance, config: Config): void {
  if (config.corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/v1([/?]|$)/.test(request.url)) return
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !config.corsOrigins.includes(origin)) return
    reply.header('Access-Control-Allow-Origin', origin)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
      return reply
        .header('Access-Control-Allow-Methods', METHODS)
        .header('Access-Control-Allow-Headers', REQUEST_HEADERS)
        .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
        .status(204)
        .send()
    reply.header('Access-Control-Expose-Headers', ANSWER_HEADERS)
  })
}
