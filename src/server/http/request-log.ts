import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../context.ts'
import { measures } from '../process/measures.ts'
import { traceIdOf, withinTrace } from '../process/trace.ts'

/** The status that is logged if the client closed the connection before its answer began, as nginx writes it. */
const CLIENT_CLOSED = 499

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization that the request is about, once it is known. */
    organizationId: string | null
    /** Who sends the request, once it is known. */
    actorKind: Actor['kind']
    /** Whether the answer tells a client that polls nothing new. */
    isWithoutNews: boolean
  }
  interface FastifyContextConfig {
    /** The operation's name in the contract; a name of the same form for endpoints outside of it; absent for files. */
    operation?: string
    /** Whether the endpoint is asked every few seconds by machines that watch the server. */
    isHealthCheck?: boolean
  }
}

/**
 * Logs each request when its answer has ended. A line holds nothing that was sent, neither addresses nor queries, so
 * that it can be kept. Files, health checks and polls without news are logged at `debug`, others at `info`. What a
 * request leads to belongs to the trace that its `traceparent` names.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('organizationId', null)
  app.decorateRequest('actorKind', 'anonymous')
  app.decorateRequest('isWithoutNews', false)
  app.addHook('onRequest', (request, reply, done) => {
    let isLogged = false
    const sentBefore = request.socket.bytesWritten
    const end = () => {
      if (!isLogged) logRequest(request, reply, request.socket.bytesWritten - sentBefore)
      isLogged = true
    }
    reply.raw.once('finish', end)
    reply.raw.once('close', end) // alone, if the client has closed the connection
    done()
  })
  // Here, as what runs after a body has been read would no longer be part of the trace.
  app.addHook('preHandler', (request, _reply, done) => withinTrace(traceparentOf(request), done))
}

/** Of several `traceparent` headers Node keeps one text with commas, which names no trace. */
const traceparentOf = ({ headers: { traceparent } }: FastifyRequest) => traceparent?.toString()

function logRequest(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
  const { operation, isHealthCheck } = request.routeOptions.config
  const status = reply.raw.headersSent ? reply.raw.statusCode : CLIENT_CLOSED
  const traceId = traceIdOf(traceparentOf(request))
  const line = {
    operation: operation ?? (request.is404 ? 'unknown' : 'file'),
    method: request.method,
    status,
    ms: Math.round(reply.elapsedTime),
    bytes,
    actor: request.actorKind,
    ...(request.organizationId !== null && { organizationId: request.organizationId }),
    ...(traceId !== undefined && { traceId }),
  }
  const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
  measures.request.tell({ operation: line.operation, status, seconds: reply.elapsedTime / 1_000, isStream })
  const isQuiet = operation === undefined || isHealthCheck || status === 304 || request.isWithoutNews
  if (isQuiet && status < 400) request.log.debug(line, 'request')
  else request.log.info(line, 'request')
}
