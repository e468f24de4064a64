import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' }

export interface StaticSite {
  url: string
  /** `host:port`, a form that OUTBOUND_ALLOW accepts. */
  host: string
  close(): void
}

/** Serves a folder on loopback, in the role of a third party's website. */
export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname))
    try {
      const body = await readFile(join(folder, path))
      response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream')
      response.end(body)
    } catch {
      response.writeHead(404).end('Not found')
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  const host = `127.0.0.1:${address.port}`
  return { url: `http://${host}`, host, close: () => server.close() }
}
