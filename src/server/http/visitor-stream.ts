import type { FastifyInstance } from 'fastify'
import { basePaths, type Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../network-of.ts'
import { authenticate } from './authenticate.ts'
import { countVisitorRequest, followVisit } from './bindings.ts'
import { createHeartbeat } from './heartbeat.ts'
import { assertOwnPage } from './own-origin.ts'
import { sendEvents } from './send-events.ts'

const HEARTBEAT_MS = 20_000 // milliseconds; keeps proxies from closing a quiet stream
const HEARTBEAT_TURNS = 200 // parts of HEARTBEAT_MS; of ten thousand streams, 50 are woken at once
const STREAMS_AT_ONCE = 20 // for one network, over all processes
const RETRY_SECONDS = 30

/** This endpoint is not part of the contract, because its answer never ends. */
const route: Route = { api: 'widget', method: 'GET', path: '/events', status: 200, role: 'anybody' }

/** Serves a visitor's own conversation as a stream: what happens in it, as it happens (Server-Sent Events). */
export function registerVisitorStream(app: FastifyInstance, deps: Dependencies): void {
  const stopping = new AbortController()
  const heartbeat = createHeartbeat(HEARTBEAT_MS, HEARTBEAT_TURNS)
  app.addHook('preClose', async () => {
    heartbeat.stop()
    stopping.abort()
  })

  app.route({
    method: 'GET',
    url: basePaths[route.api] + route.path,
    exposeHeadRoute: false,
    config: { operation: 'streamVisit' },
    async handler(request, reply) {
      reply.header('Cache-Control', 'no-store')
      assertOwnPage(deps, request)
      const authenticated = await authenticate(deps, route, request)
      await countVisitorRequest(deps, 'request', request.ip, authenticated?.actor)
      if (authenticated?.actor.kind !== 'visitor') throw new AppError('unauthenticated')
      if (authenticated.actor.isAgentDeleted) throw new AppError('resource_not_found')
      const giveBack = await deps.rateLimits.hold(`stream:${networkOf(request.ip)}`, STREAMS_AT_ONCE)
      if (!giveBack)
        throw new AppError('rate_limit_exceeded', {
          message: `Too many chats are open in your network. Try again in ${RETRY_SECONDS} seconds.`,
          headers: { 'Retry-After': RETRY_SECONDS },
        })
      reply.raw.once('close', giveBack)
      if (reply.raw.destroyed) {
        giveBack()
        return reply
      }
      const { visitorId } = authenticated.actor
      request.organizationId = authenticated.actor.organizationId
      const lastSeen = request.headers['last-event-id']
      return sendEvents(reply, stopping.signal, (end, isBehind) =>
        followVisit(deps, {
          visitorId,
          lastSeen: Array.isArray(lastSeen) ? lastSeen[0] : lastSeen,
          end,
          isBehind,
          onHeartbeat: heartbeat.join,
          async isStillGood() {
            const now = await authenticate(deps, route, request)
            if (now?.actor.kind !== 'visitor') return false
            return now.actor.visitorId === visitorId && !now.actor.isAgentDeleted
          },
        }),
      )
    },
  })
}
