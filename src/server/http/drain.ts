import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const QUIET_MS = 300 // nothing has come for so long: whoever asks /readyz sends elsewhere by now
const DRAIN_MS = 4_000 // of the 10 s that a stopping process has
const LOOK_EVERY_MS = 20
const HEALTH = ['/readyz', '/healthz']

declare module 'fastify' {
  interface FastifyInstance {
    /** From then on /readyz says so, and every answer that its connection is closed. */
    isStopping: boolean
    /**
     * Sends away who keeps connections, while everybody is still served: a request that arrives as its connection is
     * closed is lost, and nobody may send it again. Ends when it has become quiet, or after four seconds.
     */
    drain(): Promise<void>
  }
}

export function registerDrain(app: FastifyInstance): void {
  let lastRequestAt = 0
  app.decorate('isStopping', false)
  app.decorate('drain', async () => {
    app.isStopping = true
    const startedAt = Date.now()
    lastRequestAt = startedAt
    while (Date.now() - lastRequestAt < QUIET_MS && Date.now() - startedAt < DRAIN_MS) await delay(LOOK_EVERY_MS)
  })
  app.addHook('preClose', async () => {
    app.isStopping = true
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (app.isStopping && !HEALTH.includes(request.url)) lastRequestAt = Date.now()
    done()
  })
}
