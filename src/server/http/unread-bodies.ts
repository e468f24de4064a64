import type { FastifyInstance } from 'fastify'

/**
 * Reads away what is left of a request's body once it has been answered. A form is refused at its first fault; Node
 * skips the rest of a body only where nobody has begun to read it, so the connection would stand still with the rest of
 * that body, and the next request on it would never be answered. The server's request timeout bounds what is read.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) request.raw.unpipe().resume()
    done()
  })
}
