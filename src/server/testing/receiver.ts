import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The request's body, unchanged. */
  body: string
  at: number
}

export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Whether to leave the request without an answer, with its connection open. */
  hang?: boolean
}

export interface Receiver {
  /** The receiver's address (`http://127.0.0.1:…`), to which any path may be added. */
  url: string
  received: Received[]
  /** The requests received at a path, in order. */
  at(path: string): Received[]
  /** Waits until `count` requests have been received at a path. */
  waitFor(path: string, count: number, patienceMs?: number): Promise<Received[]>
  close(): Promise<void>
}

/** Starts an HTTP server on loopback that stands for a customer's webhook receiver. */
export async function createReceiver(
  answer: (request: Received, receiver: Receiver) => ReceiverAnswer = () => ({}),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
      received.push(one)
      send(response, answer(one, receiver))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    async waitFor(path, count, patienceMs = 60_000) {
      const deadline = Date.now() + patienceMs
      while (receiver.at(path).length < count) {
        if (Date.now() > deadline) throw new Error(`${path} received ${receiver.at(path).length} of ${count}.`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return receiver.at(path)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

function send(response: ServerResponse, { status = 204, headers = {}, body = '', hang = false }: ReceiverAnswer): void {
  if (!hang) response.writeHead(status, headers).end(body)
}
