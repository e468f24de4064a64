import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Dependencies } from './context.ts'
import { answerBrokenRequest, pathOf } from './http/broken-requests.ts'
import { registerCompression } from './http/compression.ts'
import { registerCors } from './http/cors.ts'
import { registerDashboard } from './http/dashboard-files.ts'
import { registerDocs } from './http/docs.ts'
import { registerDrain } from './http/drain.ts'
import { registerErrorHandler } from './http/error-handler.ts'
import { registerEventStream } from './http/event-stream.ts'
import { registerHealth } from './http/health.ts'
import { registerJsonParser } from './http/json-parser.ts'
import { registerRoutes } from './http/routes.ts'
import { isHttps, registerSecurityHeaders } from './http/security-headers.ts'

const REQUEST_TIMEOUT_MS = 60_000
const FORM_PARTS = 50 // those nobody asked for among them, which are ignored
const LONGEST_URL = 16_384 // what Node takes
const HEADERS_TIMEOUT_MS = 15_000
/** How late a slow request may be noticed; Node's own 30 s would make 45 of the 15 above. */
const SLOW_REQUESTS_CHECKED_EVERY_MS = 1_000

export interface AppOptions {
  deps: Dependencies
  /** Folder of the built dashboard. */
  dashboardFolder: string
}

/** The whole HTTP side, of which a worker has its health alone. It never listens by itself, so tests use it in process. */
export async function buildApp({ deps, dashboardFolder }: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what has been sent is answered
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: LONGEST_URL }, // an id too long to be one is for the checks to refuse
    http: { connectionsCheckingInterval: SLOW_REQUESTS_CHECKED_EVERY_MS },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, isHttps(deps.config)),
    rewriteUrl: (request) => pathOf(request.url ?? '/'),
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  app.decorateRequest('state', null)
  registerDrain(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    // Who keeps a connection is to leave it, or it would be closed in the middle of a request, or keep the server open.
    if (app.isStopping) reply.header('Connection', 'close')
    done()
  })
  registerErrorHandler(app)
  registerJsonParser(app)
  registerSecurityHeaders(app, deps.config)
  registerCors(app, deps.config)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { parts: FORM_PARTS, fieldSize: 64 * 1024, fileSize: limits.fileBytes },
  })
  await registerCompression(app)
  registerHealth(app, deps)
  if (deps.config.role === 'worker') return app
  registerRoutes(app, deps)
  registerEventStream(app, deps)
  registerDocs(app, deps)
  await registerDashboard(app, dashboardFolder)
  return app
}
