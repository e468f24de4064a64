import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'

const PATH = '/metrics'

/**
 * Serves `/metrics` where it is configured: at an address of its own with METRICS_LISTEN, else at the server's. Whoever
 * asks must send METRICS_TOKEN if that is set. Otherwise the path is not found, also for the dashboard's pages.
 */
export async function registerMetrics(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { metrics: settings } = deps.config
  const metrics = settings && (await createMetrics(deps))
  const isHere = metrics !== undefined && !settings?.listen
  app.get(PATH, { config: { operation: 'readMetrics', isHealthCheck: true } }, (request, reply) => {
    if (!isHere) throw new AppError('resource_not_found')
    if (!isAllowed(request, settings?.token)) throw new AppError('unauthenticated')
    return send(reply, metrics)
  })
  if (!metrics) return
  app.addHook('onClose', async () => metrics.close())
  if (settings?.listen) await listenApart(app, metrics, settings.listen, settings.token)
}

async function listenApart(
  app: FastifyInstance,
  metrics: Metrics,
  address: { host: string; port: number },
  token: string | undefined,
): Promise<void> {
  const apart = Fastify({ forceCloseConnections: true })
  apart.get(PATH, (request, reply) =>
    isAllowed(request, token) ? send(reply, metrics) : reply.status(401).send('METRICS_TOKEN is missing\n'),
  )
  app.addHook('onReady', async () => {
    await apart.listen(address).catch((cause: Error) => {
      throw new Error(`METRICS_LISTEN: ${cause.message}`, { cause })
    })
    app.log.info({ address: apart.listeningOrigin }, 'metrics are served')
  })
  app.addHook('onClose', () => apart.close())
}

async function send(reply: { type(type: string): { send(text: string): unknown } }, metrics: Metrics) {
  return reply.type(metrics.contentType).send(await metrics.text())
}

function isAllowed({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return true
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
