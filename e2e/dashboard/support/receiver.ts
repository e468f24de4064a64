import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenOnLoopback } from '../../tools/listen-on-loopback.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  /** `host:port`, a form that OUTBOUND_ALLOW accepts. */
  host: string
  received: Received[]
  close(): void
}

/** Starts a customer's server on loopback that answers webhooks with 200. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.end('thank you')
  })
  const host = await listenOnLoopback(server)
  return { url: `http://${host}/events`, host, received, close: () => server.close() }
}
