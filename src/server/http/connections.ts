import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The open connections of clients, oldest first, and which of them wait for an answer. */
interface Connections {
  all: ReadonlySet<Socket>
  /** Whether no request of the connection waits for its answer. A stream of events waits as long as it is open. */
  isIdle(socket: Socket): boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections
  }
}

export function registerConnections(app: FastifyInstance): void {
  const all = new Set<Socket>()
  const requestsOf = new WeakMap<Socket, number>() // those that are not answered yet
  const count = (socket: Socket, change: number) => requestsOf.set(socket, (requestsOf.get(socket) ?? 0) + change)
  app.decorate('connections', { all, isIdle: (socket: Socket) => !requestsOf.get(socket) })
  app.server.on('connection', (socket) => {
    all.add(socket)
    socket.once('close', () => all.delete(socket))
  })
  app.addHook('onResponse', (request, _reply, done) => {
    count(request.raw.socket, -1)
    done()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    count(request.raw.socket, 1)
    done()
  })
}
