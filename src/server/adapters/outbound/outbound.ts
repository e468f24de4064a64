import type { Agent, Dispatcher } from 'undici'
import { orAborted } from '../../concurrency/or-aborted.ts'
import { type AllowEntry, hostOf } from './allow.ts'
import { checkUrl } from './check-url.ts'
import type { Cookies } from './cookies.ts'
import { OutboundError, toOutboundError } from './errors.ts'
import { readBody } from './read-body.ts'
import type { Resolve } from './resolve.ts'
import { createGuardedAgent } from './ssrf-guard.ts'

export interface OutboundOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Milliseconds for the whole request: DNS lookup, connection, redirects and body. */
  timeoutMs: number
  maxBytes: number
  /** Whether a longer body is cut off (the default) or an error. */
  overflow?: 'truncate' | 'error'
  /** Whether an answer of which only a part can be read is returned with that part; by default it is an error. */
  isPartEnough?: boolean
  /** Whether a 3xx answer is returned (`manual`); by default, at most five redirects are followed. */
  redirect?: 'manual'
  /** Refuses plain http, in redirects too, except for hosts and IP addresses that the operator has allowed. */
  httpsOnly?: boolean
  /**
   * Where cookies of the answers are kept and those of the requests come from. Without it, cookies last from one
   * redirect of a GET request to the next, since websites check by a redirect whether a browser keeps them.
   */
  cookies?: Cookies
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  /** Header names are in lower case; values of repeated headers are joined with a comma. */
  headers: Record<string, string>
  url: string
  body: Uint8Array
  truncated: boolean
  /** Whether the answer has changed what `options.cookies` would send with the same request. */
  hasNewCookies: boolean
}

export interface Outbound {
  /**
   * Sends a request and reads the answer. A status of 400 or above is an answer, not an error.
   * @throws OutboundError
   */
  fetch(url: string, options: OutboundOptions): Promise<OutboundResponse>
  /**
   * Like the global `fetch`, for answers that are read as they come; reaches what the other requests may reach, and
   * follows no redirect.
   * @throws OutboundError; the signal's reason
   */
  stream: typeof fetch
  /** Says in a sentence why a URL would be refused, or null; without DNS, so that it can validate user input. */
  check(url: string, options?: { httpsOnly?: boolean }): string | null
  close(): Promise<void>
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization'])

/**
 * The only HTTP client for requests to addresses that users choose (crawls, URL sources, webhooks). It reaches public
 * addresses and those the operator has allowed. Tests replace DNS with `resolve`.
 */
export function createOutbound(settings: {
  allow: readonly AllowEntry[]
  userAgent: string
  resolve?: Resolve
}): Outbound {
  let agent: Promise<Agent> | undefined // made at the first request, as not every process needs undici

  async function send(url: URL, options: OutboundOptions, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    agent ??= createGuardedAgent(settings.allow, settings.resolve)
    const dispatcher = await agent
    const cookie = options.cookies?.headerFor(url.href)
    return dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: options.method ?? 'GET',
      headers: {
        'user-agent': settings.userAgent,
        'accept-encoding': 'gzip, br',
        ...lowerCase(options.headers),
        ...(cookie && { cookie }),
      },
      body: options.body ?? null,
      signal,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    })
  }

  async function follow(first: string, options: OutboundOptions, signal: AbortSignal): Promise<OutboundResponse> {
    let request = options
    let address = first
    for (let redirects = 0; ; redirects += 1) {
      const refusal = checkUrl(address, settings.allow, options.httpsOnly ?? false)
      if (refusal) throw new OutboundError('blocked', refusal)
      const url = new URL(address)
      const response = await orAborted(send(url, request, signal), signal)
      const location = response.headers.location
      const target = REDIRECTS.has(response.statusCode) && typeof location === 'string' ? asUtf8(location) : null
      const isFollowed = target !== null && options.redirect !== 'manual'
      const setCookie = response.headers['set-cookie']
      if (isFollowed && setCookie !== undefined && (request.method ?? 'GET') === 'GET')
        request = { ...request, cookies: request.cookies ?? (await newCookies()) }
      const hasNewCookies = request.cookies?.keep(url.href, setCookie) ?? false
      if (!isFollowed) return { ...(await receive(response, url, options, signal)), hasNewCookies }

      response.body.on('error', () => {}).destroy()
      if (redirects === MAX_REDIRECTS) {
        throw new OutboundError('too_many_redirects', `${hostOf(new URL(first))} redirects more than five times.`)
      }
      const next = URL.parse(target, url)
      if (!next) {
        throw new OutboundError('bad_response', `${url.host} redirects to something that is not an address.`)
      }
      request = afterRedirect(request, response.statusCode, next.origin !== url.origin)
      address = next.href
    }
  }

  return {
    async fetch(url, options) {
      const deadline = AbortSignal.timeout(options.timeoutMs)
      const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
      const parsed = URL.parse(url)
      const host = parsed ? hostOf(parsed) : 'The address'
      try {
        signal.throwIfAborted()
        return await follow(url, options, signal)
      } catch (error) {
        if (options.signal?.aborted) throw new OutboundError('aborted', 'The request was cancelled.', error)
        if (deadline.aborted) {
          const seconds = Math.ceil(options.timeoutMs / 1000)
          throw new OutboundError('timeout', `${host} did not answer in full within ${seconds} seconds.`, error)
        }
        throw toOutboundError(error, host)
      }
    },
    async stream(input, init) {
      const address = input instanceof Request ? input.url : String(input)
      const refusal = checkUrl(address, settings.allow, false)
      if (refusal) throw new OutboundError('blocked', refusal)
      agent ??= createGuardedAgent(settings.allow, settings.resolve)
      const { fetch } = await import('undici')
      const request = { ...init, redirect: 'manual', dispatcher: await agent }
      try {
        const { body, status, headers } = await fetch(address, request as Parameters<typeof fetch>[1])
        return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>> | null, { status, headers: [...headers] })
      } catch (error) {
        init?.signal?.throwIfAborted()
        throw toOutboundError(error, hostOf(new URL(address)))
      }
    },
    check: (url, options) => checkUrl(url, settings.allow, options?.httpsOnly ?? false),
    async close() {
      const closing = agent
      agent = undefined
      if (closing) await (await closing).destroy()
    },
  }
}

async function receive(
  response: Dispatcher.ResponseData,
  url: URL,
  options: OutboundOptions,
  signal: AbortSignal,
): Promise<Omit<OutboundResponse, 'hasNewCookies'>> {
  const headers = flatten(response.headers)
  const encoding = headers['content-encoding'] ?? ''
  const reading = readBody(response.body, encoding, options.maxBytes, options.isPartEnough)
  const { bytes, truncated } = await orAborted(reading, signal)
  if (truncated && options.overflow === 'error') {
    throw new OutboundError('too_large', `${url.host} sent more than ${options.maxBytes.toLocaleString('en')} bytes.`)
  }
  return { status: response.statusCode, headers, url: url.href, body: bytes, truncated }
}

/** Loads the code for cookies when the first redirect sets one, as most processes never meet any. */
const newCookies = async (): Promise<Cookies> => (await import('./cookies.ts')).createCookies()

/**
 * The request that follows a redirect, as browsers send it: a POST becomes a GET except on 307 and 308, and credentials
 * are not sent to another origin.
 */
function afterRedirect(request: OutboundOptions, status: number, otherOrigin: boolean): OutboundOptions {
  const keepsBody = status === 307 || status === 308 || request.method !== 'POST'
  const kept = Object.entries(lowerCase(request.headers)).filter(
    ([name]) => !(otherOrigin && CREDENTIALS.has(name)) && (keepsBody || !name.startsWith('content-')),
  )
  const headers = Object.fromEntries(kept)
  if (keepsBody) return { ...request, headers }
  const { body: _, ...rest } = request
  return { ...rest, method: 'GET', headers }
}

const lowerCase = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const joined = [value ?? ''].flat().join(', ')
      return [name, name === 'location' ? asUtf8(joined) : joined]
    }),
  )

/** An address as browsers read it where a server wrote letters beyond ASCII into a header, whose bytes it is given as. */
function asUtf8(address: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(address, 'latin1'))
  } catch {
    return address
  }
}
