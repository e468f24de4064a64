import { createServer } from 'node:http'

export interface Website {
  url: string
  /** `host:port`, for OUTBOUND_ALLOW. */
  host: string
  close(): void
}

/** A page's HTML, or what it will be. */
type Page = string | Promise<string>

/** A small website of somebody else's on loopback: its pages by path. */
export async function serveWebsite(pages: Record<string, Page>): Promise<Website> {
  const server = createServer(async (request, response) => {
    const page = await pages[new URL(request.url ?? '/', 'http://site').pathname]
    if (page === undefined) return void response.writeHead(404).end('Not found')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The website has no port.')
  const host = `127.0.0.1:${address.port}`
  return { url: `http://${host}`, host, close: () => server.close() }
}
