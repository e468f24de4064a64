import type { FastifyInstance } from 'fastify'

/**
 * Discards the rest of a request's body after the answer. A form is refused at its first error, and Node discards only
 * what nothing has begun to read: the rest would block the connection. Fastify would close a connection whose body is
 * too large, and who is still sending would lose the answer (RFC 9112, section 9.6). The request timeout limits this.
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
