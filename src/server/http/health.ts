import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../context.ts'
import { version } from '../version.ts'

const healthCheck = (operation: string) => ({ config: { operation, isHealthCheck: true } })

/**
 * Serves `/healthz`, which answers with the version while the process runs, and `/readyz`, which answers 200 while the database and, in
 * a process with a worker, its jobs are running and the server is not stopping; otherwise 503.
 */
export function registerHealth(app: FastifyInstance, deps: Dependencies): void {
  app.get('/healthz', healthCheck('checkHealth'), () => ({ status: 'ok', version }))
  app.get('/readyz', healthCheck('checkReadiness'), async (_request, reply) => {
    const database = await deps.database.isReady()
    const worker = deps.config.role === 'http' || deps.jobs.isRunning()
    const status = app.isStopping ? 'stopping' : database && worker ? 'ready' : 'starting'
    return reply.status(status === 'ready' ? 200 : 503).send({ status, database, worker })
  })
}
