import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 4_000 // milliseconds, out of 10 s for the whole shutdown
const LOOK_EVERY_MS = 20
/**
 * How many looks in a row must find no new request, which takes 300 ms: by then the load balancer is taken to have
 * noticed that /readyz answers 503. Looks are counted and not the time, which also passes while the process is busy and
 * requests wait unread.
 */
const QUIET_LOOKS = 15
/**
 * Milliseconds that a client has once the server begins to close: for the first byte on a connection that it has just
 * opened, as a proxy does for each request, and for the rest of its request's head.
 */
const FIRST_MS = 300
const REST_MS = 1_000
const SHORT_ROUND_MS = 1
const MOST_ROUNDS = 200
export const HEALTH = ['/readyz', '/healthz']

declare module 'fastify' {
  interface FastifyInstance {
    /** Once true, /readyz answers 503 and every answer closes its connection. */
    isStopping: boolean
    /**
     * Lets clients close their connections while requests are answered, because one sent just as its connection closes
     * gets lost. Resolves after 300 ms without one (but health checks), or after four seconds.
     */
    drain(): Promise<void>
  }
}

export function registerDrain(app: FastifyInstance): void {
  let quietLooks = 0
  app.decorate('isStopping', false)
  app.decorate('drain', async () => {
    app.isStopping = true
    const startedAt = performance.now()
    quietLooks = 0
    while (quietLooks < QUIET_LOOKS && performance.now() - startedAt < DRAIN_MS) {
      quietLooks += 1
      await delay(LOOK_EVERY_MS)
      await yieldToEventLoop() // lets requests that have arrived be read, which resets the count
    }
  })
  const { all, isIdle } = app.connections
  /** Closes connections after a while, and not before what has arrived on them is read. */
  async function closeAfter(ms: number, isOver: (socket: Socket) => boolean): Promise<void> {
    await delay(ms, undefined, { ref: false })
    await yieldToEventLoop()
    for (const socket of all) if (isOver(socket)) socket.destroy()
  }
  app.addHook('preClose', async () => {
    app.isStopping = true
    // Browsers open connections in advance. Node does not count one as idle before a request, so it would not close it.
    void closeAfter(FIRST_MS, (socket) => socket.bytesRead === 0)
    // A client that never sends the rest of its request's head would keep the server from closing.
    void closeAfter(REST_MS, isIdle)
    // Connections that wait to be accepted are reset once the server no longer listens, so none should: it stops right
    // after a round of the event loop that had next to nothing to do. Fastify finds it closed, and waits as it would.
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const from = performance.now()
      await yieldToEventLoop()
      if (performance.now() - from < SHORT_ROUND_MS) break
    }
    if (app.server.listening) app.server.close()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (app.isStopping && !HEALTH.includes(request.url)) quietLooks = 0
    done()
  })
}
