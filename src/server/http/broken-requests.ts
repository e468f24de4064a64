import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../context.ts'
import { securityHeaders, transportSecurity } from './security-headers.ts'

const TOO_LARGE = { status: 431, message: 'The headers of this request are too large.' }
const TOO_SLOW = { status: 408, message: 'This request was not received in time.' }
const UNREADABLE = { status: 400, message: 'The request could not be read.' }
const byCode: Record<string, typeof UNREADABLE> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

const lastOn = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()

/** Notes which request each connection has last received, for `answerBrokenRequest`. */
export function registerBrokenRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    lastOn.set(request.raw.socket, { request: request.raw, response: reply.raw })
    done()
  })
}

/**
 * Answers what Node could not read, or what did not come in time, with the error envelope, written to the socket. What
 * cannot be read behind a request that is being answered is ignored, and the connection closed then: some clients,
 * Node's among them, send the body of a GET or DELETE without saying how long it is.
 */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { isHttps, log }: { isHttps: boolean; log: Log },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const last = lastOn.get(socket)
  if (last?.request.complete && !last.response.writableEnded) {
    last.response.once('finish', () => socket.destroySoon())
    return
  }
  const { status, message } = byCode[error.code ?? ''] ?? UNREADABLE
  const meta = { request_id: randomUUID() }
  log.info({ requestId: meta.request_id, operation: 'unreadable', status }, 'request')
  const body = JSON.stringify({ error: { code: 'validation_failed', message, details: [] }, meta })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries({ ...securityHeaders, ...(isHttps && transportSecurity) }).map((header) => header.join(': ')),
    'Connection: close',
  ]
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** The path and query, also if the first line has the server's whole address (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const address = target.startsWith('/') ? undefined : /^https?:\/\/[^/?#]*/i.exec(target)?.[0]
  if (address === undefined) return decodableUrl(target)
  const path = target.slice(address.length)
  return decodableUrl(path.startsWith('/') ? path : `/${path}`)
}

/**
 * Escapes the percent signs of a path that can't be decoded, so that it gets this API's 404, not the router's error.
 */
function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
