import { createServer } from 'node:http'
import { listenOnLoopback } from './listen-on-loopback.ts'

export interface Website {
  url: string
  /** `host:port`, a form that OUTBOUND_ALLOW accepts. */
  host: string
  close(): void
}

/** HTML of a page, or a promise for it. */
type Page = string | Promise<string>

/** Serves a small website on loopback in the role of a third party; `pages` maps paths to pages. */
export async function serveWebsite(pages: Record<string, Page>): Promise<Website> {
  const server = createServer(async (request, response) => {
    const page = await pages[new URL(request.url ?? '/', 'http://site').pathname]
    if (page === undefined) return void response.writeHead(404).end('Not found')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  })
  const host = await listenOnLoopback(server)
  return { url: `http://${host}`, host, close: () => server.close() }
}
