import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { forgetToken } from '#dashboard/api/session-token.ts'
import { setPageAddress } from './page-address.ts'
import { sendWithUndici } from './page-fetch.ts'

export interface TestRequest {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  text: string
  json: () => Record<string, unknown>
}

export interface TestAnswer {
  status?: number
  /** Body sent unchanged; it must include the envelope with `data` and `meta`. */
  body?: unknown
  headers?: Record<string, string>
  cut?: boolean
  hang?: boolean
}

/** Answers by method and path, where `*` stands for one segment: `GET /v1/agents/*`. */
export type Handlers = Record<string, (request: TestRequest) => TestAnswer | Promise<TestAnswer>>

const META = { request_id: '00000000-0000-4000-8000-00000000000a' }

export const ok = (data: unknown, status = 200): TestAnswer => ({ status, body: { data, meta: META } })

/** A streamed answer: its progress events, then the final data. */
export const streamed = (progress: unknown[], data: unknown): TestAnswer => ({
  headers: { 'content-type': 'text/event-stream' },
  body: [
    ...progress.map((event) => `event: progress\ndata: ${JSON.stringify(event)}\n\n`),
    `:\n\ndata: ${JSON.stringify(data)}\n\n`,
  ].join(''),
})

export const page = (items: unknown[], current = 1, last = 1): TestAnswer => ({
  body: {
    data: items,
    links: { first: null, last: null, prev: null, next: null },
    meta: { ...META, current_page: current, per_page: 25, total: items.length, last_page: last },
  },
})

export const refuse = (status: number, code: string, details: unknown[] = [], headers = {}): TestAnswer => ({
  status,
  headers,
  body: { error: { code, message: `message of ${code}`, details }, meta: META },
})

const token = () => ok({ token: 'bearer', expires_at: new Date(Date.now() + 900_000).toISOString() }, 201)

/**
 * On a real socket, under the page's origin. A request without a handler fails the test; the client forgets its state.
 */
export async function startTestServer(handlers: Handlers): Promise<{ requests: string[] }> {
  const all: Handlers = { 'POST /api/v1/session/token': token, ...handlers }
  const requests: string[] = []
  const unexpected: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://test')
    const name = `${request.method} ${url.pathname}`
    requests.push(name)
    let text = ''
    for await (const chunk of request) text += chunk
    const pattern = Object.keys(all).findLast((key) => matches(key, name))
    if (!pattern) unexpected.push(name)
    const asked = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      text,
      json: () => JSON.parse(text),
    }
    const answer = pattern ? await all[pattern]!(asked) : refuse(500, 'internal_error')
    if (answer.hang) return
    if (answer.cut) return request.socket.destroy()
    const body =
      answer.body === undefined ? '' : typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sendWithUndici()
  setPageAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  cleanUps.push(() => {
    server.closeAllConnections()
    server.close()
    expect(unexpected, 'requests that no handler expects').toEqual([])
  })
  return { requests }
}

const cleanUps: (() => void)[] = []

afterEach(() => {
  forgetToken()
  sessionEnded.set(false)
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

function matches(pattern: string, name: string): boolean {
  const expected = pattern.split('/')
  const actual = name.split('/')
  return expected.length === actual.length && expected.every((part, index) => part === '*' || part === actual[index])
}
