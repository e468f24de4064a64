import type { FastifyInstance } from 'fastify'

/**
 * Reads and discards the rest of a request's body after the answer. A form is refused at its first error, and Node
 * discards the rest of a body only if nothing has begun to read it. Otherwise the rest would block the connection, and
 * the next request on it would never be answered. Fastify would close the connection to a client whose body is too
 * large, and one that is still sending would lose the answer (RFC 9112, section 9.6). The server's request timeout
 * limits how long this takes.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) request.raw.unpipe().resume()
    done()
  })
}
