import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../../tools/listen-on-loopback.ts'

export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  at: number
}

export interface Website {
  url: string
  /** Every request received so far. */
  received: Received[]
  close(): void
}

export interface Page {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/**
 * Starts an HTTP server on loopback in the role of a third party. `answer` gives the response to a request; undefined
 * means 404.
 */
export async function startWebsite(answer: (request: Received) => Page | undefined): Promise<Website> {
  const received: Received[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>
    const { method = 'GET', url: path = '/' } = request
    const entry = { method, path, headers, body: await text(request), at: Date.now() }
    received.push(entry)
    const page = answer(entry) ?? { status: 404, body: 'Not found' }
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
    response.end(page.body ?? '')
  })
  const host = await listenOnLoopback(server)
  return {
    url: `http://${host}`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** An address on loopback at which nothing listens. */
export const NOWHERE = 'https://127.0.0.1:31999/'

/** Builds an HTML page with a title and some text. */
export const article = (title: string, words: string, links = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${words}</p>${links}</main></body></html>`
