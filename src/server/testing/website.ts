import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** What to wait for before answering. */
  after?: Promise<unknown> | undefined
  /** Whether to break the connection off instead of answering. */
  isBroken?: boolean
}

/** What a path answers: HTML, a whole reply, or a function that makes either for each request (`count` from 1). */
export type Page = string | Reply | ((count: number, headers: IncomingHttpHeaders) => string | Reply)

export interface Website {
  origin: string
  /** `host:port`, as in `OUTBOUND_ALLOW`. */
  host: string
  /** The answers by path, which may include a query. Tests may change them. */
  pages: Record<string, Page>
  /** Answers the paths that `pages` doesn't have. */
  fallback: ((path: string) => string | Reply | undefined) | undefined
  /** Every request in order, with path and query. */
  hits: { path: string; at: number; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

/** For pages that are never answered. */
export const never = new Promise<never>(() => {})

/** Starts a website on loopback, for tests of the code that reads other people's websites. */
export async function startWebsite(pages: Record<string, Page> = {}): Promise<Website> {
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    site.hits.push({ path, at: Date.now(), headers: request.headers })
    const page = site.pages[path] ?? site.fallback?.(path) ?? { status: 404, body: 'nothing here' }
    const answer = typeof page === 'function' ? page(count, request.headers) : page
    const reply: Reply = typeof answer === 'string' ? { body: answer } : answer
    await reply.after
    if (reply.isBroken) return request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...reply.headers })
    response.end(reply.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: Website = {
    origin: `http://${host}`,
    host,
    pages,
    fallback: undefined,
    hits: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}

/** Makes a page with a title, a sentence of its own and links. */
export function html(title: string, links: string[] = [], head = ''): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ')
  const text = `${title} is described on this page in a sentence that is long enough to be read as content.`
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${anchors}</main></body></html>`
}
