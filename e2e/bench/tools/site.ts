import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { page } from './words.ts'

const LINKS = 10

export interface Site {
  url: string
  /** `host:port`, a form that OUTBOUND_ALLOW accepts. */
  host: string
  /** The requests for pages since the start: those that were answered with a page, and those with 304 Not Modified. */
  counts(): Promise<Counts>
  stop(): Promise<void>
}

interface Counts {
  pages: number
  unchanged: number
}

/**
 * Starts a website of that many pages, each linking to ten others, in a process of its own as it will be busy. It waits
 * `latencyMs` before each answer.
 */
export async function startSite(pages: number, latencyMs = 0): Promise<Site> {
  const child = fork(import.meta.filename, [String(pages), String(latencyMs)], { execArgv: [] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', (code) => reject(new Error(`The website ended with ${code}.`)))
  })
  const host = `127.0.0.1:${port}`
  return {
    url: `http://${host}/`,
    host,
    async counts() {
      const answer = once(child, 'message')
      child.send('counts')
      return (await answer)[0] as Counts
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}

function serve(count: number, latencyMs: number): void {
  const pages = new Map<string, string>()
  for (let number = 0; number < count; number += 1) {
    const links = Array.from({ length: LINKS }, (_, link) => `/page/${(number * LINKS + link + 1) % count}`)
    pages.set(`/page/${number}`, page(number, links))
  }
  pages.set('/', pages.get('/page/0')!.replaceAll('Page 0', 'Home'))
  const counts: Counts = { pages: 0, unchanged: 0 }
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '')
    const etag = `"${request.url}"` // the pages never change
    const isKnown = found !== undefined && request.headers['if-none-match'] === etag
    if (found) counts[isKnown ? 'unchanged' : 'pages'] += 1
    const answer = () => {
      if (isKnown) response.writeHead(304, { etag }).end()
      else if (found) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(found)
      else response.writeHead(404).end()
    }
    if (latencyMs > 0) setTimeout(answer, latencyMs)
    else answer()
  })
  process.on('message', () => process.send!(counts))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send!(typeof address === 'object' ? address?.port : undefined)
  })
}

if (import.meta.main) serve(Number(process.argv[2]), Number(process.argv[3]))
