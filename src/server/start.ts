import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { pino } from 'pino'
import { limits } from '#contract/limits.ts'
import { startBackups } from './backup/nightly.ts'
import type { Dependencies } from './context.ts'
import { createDependencies } from './dependencies.ts'
import { startFetching } from './features/fetching/index.ts'
import { startRetention } from './features/privacy/index.ts'
import { startSites } from './features/sites/index.ts'
import { startSources } from './features/sources/index.ts'
import { startAlarms } from './features/system/index.ts'
import { answerBrokenRequest, pathOf, registerBrokenRequests } from './http/broken-requests.ts'
import { DASHBOARD_FOLDER, ensureDashboard, mustBuild } from './http/build-dashboard.ts'
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
import { jobHandlers } from './jobs/registry.ts'
import { createPlatform } from './platform/create-platform.ts'
import { errorForLog } from './process/error-for-log.ts'
import { startHousekeeping } from './process/housekeeping.ts'
import { shortageOnceAMinute } from './process/log-once-a-minute.ts'
import { openLogOutput } from './process/log-output.ts'
import { readableLine } from './process/readable-line.ts'
import type { Config } from './settings/config.ts'

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

type Signal = 'SIGTERM' | 'SIGINT'

/** Milliseconds for requests and jobs in progress to end after the process is told to stop. */
const GRACE_MS = 9_000
const OWN = 0o077

/** Starts the server, and resolves once it is ready. @throws Error whose message says what keeps it from starting */
export async function start(config: Config): Promise<void> {
  // In development, Vite serves the dashboard instead. That it can be built is known before a database is made.
  const isServed = config.role !== 'worker' && !process.argv.includes('--no-dashboard')
  const isBuildWanted = isServed && mustBuild(DASHBOARD_FOLDER)
  const umask = process.umask(OWN) // so that only this user can read the files that this process creates
  // An unwritable stream must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const output = openLogOutput()
  process.on('exit', output.flush)
  const isText = config.logFormat === 'text'
  const readable = { write: (line: string) => output.write(readableLine(line)) }
  const hooks = shortageOnceAMinute()
  const log = pino({ level: config.logLevel, serializers: { err: errorForLog }, hooks }, isText ? readable : output)
  const print = (line: string) => (isText ? console.log(line) : log.info(line))
  // Replaced below, once there is work to finish.
  let stop = (signal: Signal): unknown => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  // The platform is created before the dashboard is built, because it takes the lock on the data folder: a second server must change nothing.
  const platform = await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', createPlatform(config, log))
  if (isBuildWanted) {
    process.umask(umask) // other users may start this installation too, and must be able to read the dashboard
    await ensureDashboard(DASHBOARD_FOLDER, print)
    process.umask(OWN)
  }
  await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', platform.database.migrate())
  const { deps, close } = createDependencies(config, platform, log)
  // The port is opened before jobs start: a process that ends because it is in use must not seem to die of a job.
  const app = await buildApp({ deps, dashboardFolder: DASHBOARD_FOLDER })
  const address = await naming('HOST and PORT', app.listen({ port: config.port, host: config.host }))
  const working = startWork(deps)

  let isStopping = false
  stop = async (signal) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), GRACE_MS + 500).unref()
    if (signal === 'SIGTERM') await app.drain() // not after Ctrl-C, when a person waits
    await app.close()
    await (await working)?.()
    await deps.jobs.stop(GRACE_MS / 2)
    await close()
    process.exit(0)
  }
  await working
  print(`Baton is ready at ${config.publicUrl ?? address.replace('127.0.0.1', 'localhost')}`)
}

/**
 * Starts what this process does besides answering requests: jobs and periodic work, or, in a process that only answers
 * requests, putting jobs of dead processes back into the queue.
 * @returns what must end before the rest, if there is something
 */
async function startWork(deps: Dependencies): Promise<(() => Promise<void>) | undefined> {
  startAlarms(deps)
  if (deps.config.role === 'http') {
    await deps.jobs.watch(jobHandlers(deps))
    return undefined
  }
  await deps.jobs.start(jobHandlers(deps))
  await startSources(deps)
  startHousekeeping(deps)
  startBackups(deps)
  startRetention(deps)
  startSites(deps)
  return startFetching(deps)
}

/** Puts a variable's name before the message of a coded error, which does not say which variable is wrong. */
const naming = async <T>(variable: string, work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new Error(`${variable}: ${error.message}`, { cause: error }) : error
  })
