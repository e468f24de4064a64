import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../context.ts'
import { HEALTH_EVENTS_APART_MS } from '../process/health-events.ts'
import type { Shortage } from '../process/shortage.ts'
import { version } from '../process/version.ts'
import { sendEvents } from './send-events.ts'
import { prefersEvents } from './stream-reply.ts'

/** npm writes this file once all packages are installed, and removes it before it installs them anew. */
const INSTALLED = fileURLToPath(new URL('../../../node_modules/.package-lock.json', import.meta.url))

const healthCheck = (operation: string) => ({ config: { operation, isHealthCheck: true } })

/**
 * Serves `/healthz`, the version: to whoever asks for events as two of them, which shows whether a proxy holds back
 * streams. Serves `/readyz`, too: 200 while database and jobs are running, the database has room to
 * write and the server is not stopping; otherwise 503. `shortage` says what is lacking.
 */
export function registerHealth(app: FastifyInstance, deps: Dependencies): void {
  const wasInstalled = existsSync(INSTALLED)
  const isProgramMissing = () => wasInstalled && !existsSync(INSTALLED)
  const shortageOf = async (): Promise<Shortage | undefined> =>
    isProgramMissing() ? 'program' : app.isCrowded() ? 'files' : deps.database.shortage()
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  app.get('/healthz', healthCheck('checkHealth'), (request, reply) => {
    const health = { status: 'ok', version }
    if (!prefersEvents(request.headers.accept)) return health
    return sendEvents(reply, stopping.signal, async function* (end) {
      const event = `data: ${JSON.stringify(health)}\n\n`
      yield event
      await delay(HEALTH_EVENTS_APART_MS, undefined, { signal: end }).catch(() => {})
      yield event
    })
  })
  app.get('/readyz', healthCheck('checkReadiness'), async (_request, reply) => {
    const database = await deps.database.isReady()
    const worker = deps.config.role === 'http' || deps.jobs.isRunning()
    const shortage = database ? await shortageOf() : undefined
    const status = app.isStopping ? 'stopping' : !database || !worker ? 'starting' : shortage ? 'short' : 'ready'
    return reply.status(status === 'ready' ? 200 : 503).send({ status, database, worker, shortage })
  })
}
