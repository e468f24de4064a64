import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Dependencies } from './context.ts'
import { answerBrokenRequest, pathOf, registerBrokenRequests } from './http/broken-requests.ts'
import { registerCompression } from './http/compression.ts'
import { registerConnections } from './http/connections.ts'
import { registerCors } from './http/cors.ts'
import { registerDashboard } from './http/dashboard-files.ts'
import { registerDocs } from './http/docs.ts'
import { HEALTH, registerDrain } from './http/drain.ts'
import { registerErrorHandler } from './http/error-handler.ts'
import { registerEventStream } from './http/event-stream.ts'
import { registerHealth } from './http/health.ts'
import { registerInboundMail } from './http/inbound-mail.ts'
import { registerJsonParser } from './http/json-parser.ts'
import { registerLicenses } from './http/licenses.ts'
import { registerMailConsent } from './http/mail-consent.ts'
import { registerMcp } from './http/mcp/register-mcp.ts'
import { registerMetrics } from './http/metrics.ts'
import { registerMostConnections } from './http/most-connections.ts'
import { registerReferencePages } from './http/reference/pages.ts'
import { registerRequestLog } from './http/request-log.ts'
import { registerRoutes } from './http/routes.ts'
import { isHttps, registerSecurityHeaders } from './http/security-headers.ts'
import { registerUnnamedProxy } from './http/unnamed-proxy.ts'
import { registerUnreadBodies } from './http/unread-bodies.ts'
import { registerVisitorStream } from './http/visitor-stream.ts'
import { registerWidgetPages } from './http/widget-pages.ts'

const REQUEST_TIMEOUT_MS = 60_000
const FORM_PARTS = 50 // including parts with unknown names, which are ignored
const LONGEST_URL = 16_384 // Node's own limit for all headers of a request
const HEADERS_TIMEOUT_MS = 15_000
/** With Node's default of 30 s between these checks, the headers of a request could take 45 s instead of 15. */
const SLOW_REQUESTS_CHECKED_EVERY_MS = 1_000

interface AppOptions {
  deps: Dependencies
  dashboardFolder: string
  /** How many connections clients may have; by default, as many as the limit of open files leaves them. */
  mostConnections?: number
}

/** Builds the HTTP server; for a process that only runs jobs, with health endpoints alone. It does not listen yet. */
export async function buildApp({ deps, dashboardFolder, mostConnections }: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests received while stopping are still answered
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Any length of parameter is accepted here, so that an id that is too long gets this API's own 404.
    routerOptions: { maxParamLength: LONGEST_URL },
    http: { connectionsCheckingInterval: SLOW_REQUESTS_CHECKED_EVERY_MS },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, { isHttps: isHttps(deps.config), log: deps.log }),
    rewriteUrl: (request) => pathOf(request.url ?? '/'),
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  app.decorateRequest('state', null)
  registerConnections(app)
  registerRequestLog(app)
  registerBrokenRequests(app)
  registerDrain(app)
  registerUnnamedProxy(app, deps)
  registerUnreadBodies(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    // Otherwise the server would close kept-alive connections during a request, or they would keep it from stopping.
    if (app.isStopping) reply.header('Connection', 'close')
    done()
  })
  registerErrorHandler(app)
  registerJsonParser(app)
  registerSecurityHeaders(app, deps.config)
  registerCors(app, deps.config)
  registerMostConnections(app, HEALTH, mostConnections)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { parts: FORM_PARTS, fieldSize: 64 * 1024, fileSize: limits.fileBytes },
  })
  await registerCompression(app)
  registerHealth(app, deps)
  await registerMetrics(app, deps)
  if (deps.config.role === 'worker') return app
  registerRoutes(app, deps)
  registerEventStream(app, deps)
  registerVisitorStream(app, deps)
  registerInboundMail(app, deps)
  registerMailConsent(app, deps)
  registerMcp(app, deps)
  registerDocs(app, deps)
  registerReferencePages(app, deps)
  registerLicenses(app)
  registerWidgetPages(app, deps, dashboardFolder)
  await registerDashboard(app, dashboardFolder)
  return app
}
