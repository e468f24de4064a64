import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { openFilesLimit, openFilesNow } from '../process/open-files.ts'
import { shortageMessages } from '../process/shortage.ts'

const RESERVE = 64 // descriptors kept for the database, files and outbound requests, if there are enough
const RETRY_AFTER_SECONDS = 5

/** The connections for clients: all but a quarter of the free descriptors, or all but 64 if more; at least half. */
export function mostConnections(limit: number, used: number): number {
  const free = Math.max(2, limit - used)
  return Number.isFinite(free) ? Math.floor(free - Math.min(Math.max(free / 4, RESERVE), free / 2)) : free
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether clients have so many connections that further ones are refused. */
    isCrowded(): boolean
  }
}

/**
 * Keeps clients from using up file descriptors, after which the system would cut new connections off, and neither files
 * nor the database could be opened. Beyond the most, the oldest idle ones are closed (while most have never asked
 * anything, the oldest of those), or a new one gets 503; health endpoints are always answered.
 * @param most for tests; otherwise it follows from the limit of this process once the server listens
 */
export function registerMostConnections(app: FastifyInstance, health: readonly string[], most?: number): void {
  let allowed = most ?? Number.POSITIVE_INFINITY
  const refused = new WeakSet<Socket>()
  app.addHook('onListen', async () => {
    allowed = most ?? mostConnections(openFilesLimit(), openFilesNow())
  })
  app.decorate('isCrowded', () => app.connections.all.size >= allowed && !anyIdle(app))
  app.server.on('connection', (socket) => {
    const { all, isIdle } = app.connections
    const excess = all.size - allowed
    if (excess <= 0) return
    const idle = [...all].filter((other) => other !== socket && isIdle(other))
    // A client may be just about to ask again where it asked before, which a flood of silent connections never does.
    const silent = idle.filter((other) => other.bytesRead === 0)
    const closed = (silent.length > all.size / 2 ? silent : idle).slice(0, excess)
    for (const other of closed) other.destroy()
    if (closed.length < excess) refused.add(socket)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (refused.has(request.raw.socket)) reply.header('Connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!refused.has(request.raw.socket) || health.includes(request.url)) return done()
    app.log.warn({ err: new TooManyConnections(allowed) }, 'a connection was refused')
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS }
    done(new AppError('service_unavailable', { message: shortageMessages.files, headers }))
  })
}

function anyIdle({ connections: { all, isIdle } }: FastifyInstance): boolean {
  for (const socket of all) if (isIdle(socket)) return true
  return false
}

class TooManyConnections extends Error {
  readonly code = 'EMFILE'
  constructor(allowed: number) {
    super(`Clients have ${allowed} connections open, as many as the limit of open files leaves them`)
  }
}
