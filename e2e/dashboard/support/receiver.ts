import { createServer, type IncomingHttpHeaders } from 'node:http'

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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  const host = `127.0.0.1:${address.port}`
  return { url: `http://${host}/events`, host, received, close: () => server.close() }
}
