import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const QUIET_MS = 300 // no request for so long means that whoever asks /readyz sends requests elsewhere by now
const DRAIN_MS = 4_000 // a part of the 10 s that a stopping process has
const LOOK_EVERY_MS = 20
const HEALTH = ['/readyz', '/healthz']

declare module 'fastify' {
  interface FastifyInstance {
    /** From the moment it is set, /readyz answers 503 and every answer closes its connection. */
    isStopping: boolean
    /**
     * Lets clients with kept connections leave while everybody is still served, because a request that arrives as its
     * connection is closed is lost and can't always be sent again. Ends when no requests have come for a while, or
     * after four seconds.
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
