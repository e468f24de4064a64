import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { listenOnLoopback } from './listen-on-loopback.ts'
import type { Website } from './website.ts'

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Serves a folder on loopback, in the role of a third party's website. */
export async function serveFolder(folder: string): Promise<Website> {
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
  const host = await listenOnLoopback(server)
  return { url: `http://${host}`, host, close: () => server.close() }
}
