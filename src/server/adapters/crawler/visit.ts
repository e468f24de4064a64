import { createHash } from 'node:crypto'
import type { PageFacts, PageText } from '../extract/document.ts'
import { ExtractError } from '../extract/errors.ts'
import type { Extractor } from '../extract/extractor.ts'
import { canonicalUrl } from '../extract/links.ts'
import { refreshTarget } from '../extract/read-page.ts'
import type { Cookies } from '../outbound/cookies.ts'
import { OutboundError } from '../outbound/errors.ts'
import type { Outbound, OutboundOptions, OutboundResponse } from '../outbound/outbound.ts'
import type { EarlierPage, SkipReason } from './crawler.ts'
import { ROBOT_NAME } from './site.ts'

const PAGE_TIMEOUT_MS = 20_000
const PAGE_BYTES = 4_000_000 // within these, every page worth reading has its links and directives
const LONGEST_RETRY_AFTER_MS = 60_000
const ACCEPT = 'text/html, application/xhtml+xml;q=0.9'

/** Size, in bytes, above which a page's text is not read, neither for a crawl nor for a source. */
export const WHOLE_PAGE_BYTES = 20_000_000 // about the maximum size of an uploaded file

export type Visit =
  | ({ kind: 'page'; facts: PageFacts | PageText; bytes: number } & EarlierPage)
  /** The website says that the page is what the earlier crawl has read. */
  | { kind: 'unchanged'; fingerprint: string }
  /** `target` is the canonical URL the redirect leads to, or null if that is not a valid address. */
  | { kind: 'redirect'; target: string | null }
  | { kind: 'skip'; reason: SkipReason; problem: string; status: number | null }
  | Retry

/** A temporary problem: the host can't be reached (`isHost`), is overloaded (`isBusy`), or only this page failed. */
type Retry = { kind: 'retry'; problem: string; isHost: boolean; isBusy: boolean; waitMs: number; status: number | null }

/** What a website answers to a request for a page: HTML that is yet to be read, or the outcome of the visit. */
export type Answer = { kind: 'html'; response: OutboundResponse } | Exclude<Visit, { kind: 'page' }>

export interface VisitOptions {
  outbound: Outbound
  extractor: Extractor
  /** Whether to read the pages' text too, which takes ten times as long. */
  keepsText?: boolean
  cookies: Cookies
}

/**
 * Requests a page in full, of at most `WHOLE_PAGE_BYTES`, and reads it.
 * @throws the signal's reason when aborted; all other problems, such as that it is too large, are part of the result
 */
export async function visitWhole(
  options: VisitOptions,
  url: string,
  signal: AbortSignal,
  keepsFacts: boolean,
): Promise<Visit> {
  const size = { maxBytes: WHOLE_PAGE_BYTES, overflow: 'error' } as const
  const answer = await requestPage(options, url, undefined, signal, size)
  return answer.kind === 'html' ? readHtml(options, url, answer.response, signal, keepsFacts) : answer
}

/**
 * Requests one page; with `earlier`, on the condition that it has changed since. An answer longer than `PAGE_BYTES` is
 * cut off. A redirect is not followed but reported, so that its target is checked like any other link.
 * @throws the signal's reason when aborted; all other problems are part of the result
 */
export async function requestPage(
  { outbound, cookies }: VisitOptions,
  url: string,
  earlier: EarlierPage | undefined,
  signal: AbortSignal,
  size: Pick<OutboundOptions, 'maxBytes' | 'overflow'> = { maxBytes: PAGE_BYTES },
): Promise<Answer> {
  try {
    const response = await outbound.fetch(url, {
      headers: { accept: ACCEPT, ...conditionsOf(earlier) },
      timeoutMs: PAGE_TIMEOUT_MS,
      ...size,
      redirect: 'manual',
      cookies,
      signal,
    })
    if (response.status === 304 && earlier) return { kind: 'unchanged', fingerprint: earlier.fingerprint }
    return judge(url, response)
  } catch (error) {
    signal.throwIfAborted()
    return problemOf(error)
  }
}

/** The headers that ask for a page only if it has changed (RFC 9110, section 13.1). */
function conditionsOf(earlier: EarlierPage | undefined): Record<string, string> {
  return {
    ...(earlier?.etag && { 'if-none-match': earlier.etag }),
    ...(earlier?.lastModified && { 'if-modified-since': earlier.lastModified }),
  }
}

function judge(url: string, response: OutboundResponse): Answer {
  const { status, headers, body } = response
  const { host } = new URL(url)
  if (status >= 300 && status < 400)
    return { kind: 'redirect', target: headers.location === undefined ? null : canonicalUrl(headers.location, url) }
  if (status === 429 || status === 408 || status === 425 || status >= 500) {
    const isBusy = status === 429 || status === 503
    const waitMs = isBusy ? retryAfterMs(headers['retry-after']) : 0
    return { kind: 'retry', problem: `${host} answered ${status}.`, isHost: false, isBusy, waitMs, status }
  }
  if (status < 200 || status > 299)
    return { kind: 'skip', reason: 'unreachable', problem: `${host} answered ${status} at this address.`, status }
  if (!isHtml(headers['content-type'] ?? null, body))
    return { kind: 'skip', reason: 'not_html', problem: `At this address ${host} has no page but a file.`, status }
  const refresh = refreshTarget(headers.refresh ?? '', url)
  if (refresh && refresh !== url) return { kind: 'redirect', target: refresh }
  return { kind: 'html', response }
}

/**
 * Reads the HTML of a page. `keepsFacts` says whether its text ends with the facts from around it (`PageSource`).
 * @throws the signal's reason when aborted; all other problems are part of the result
 */
export async function readHtml(
  { extractor, keepsText }: VisitOptions,
  url: string,
  { headers, body }: OutboundResponse,
  signal: AbortSignal,
  keepsFacts: boolean,
): Promise<Visit> {
  try {
    const contentType = headers['content-type'] ?? null
    const facts = await extractor[keepsText ? 'readPageText' : 'readPage'](body, { url, contentType, keepsFacts })
    if (facts.refresh) return { kind: 'redirect', target: facts.refresh }
    const directives = robotDirectives(headers['x-robots-tag'] ?? '')
    const isNone = directives.has('none')
    const nofollow = facts.nofollow || isNone || directives.has('nofollow')
    return {
      kind: 'page',
      facts: {
        ...facts,
        noindex: facts.noindex || isNone || directives.has('noindex'),
        nofollow,
        links: nofollow ? [] : facts.links,
      },
      fingerprint: facts.textFingerprint ?? createHash('sha1').update(body).digest('base64url'),
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
      bytes: body.length,
    }
  } catch (error) {
    signal.throwIfAborted()
    return problemOf(error)
  }
}

/** Whether a host could not be reached for a reason that may pass. */
export const isPassing = (error: unknown): boolean =>
  error instanceof OutboundError && ['timeout', 'connection', 'dns'].includes(error.code)

function problemOf(error: unknown): Exclude<Answer, { kind: 'html' }> {
  if (!(error instanceof OutboundError || error instanceof ExtractError)) throw error
  const { code, message: problem } = error
  const isHost = isPassing(error)
  if (isHost || code === 'unavailable')
    return { kind: 'retry', problem, isHost, isBusy: false, waitMs: 0, status: null }
  return { kind: 'skip', reason: 'unreachable', problem, status: null }
}

function isHtml(contentType: string | null, body: Uint8Array): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type) return type === 'text/html' || type === 'application/xhtml+xml'
  return new TextDecoder('latin1').decode(body.subarray(0, 512)).trimStart().startsWith('<')
}

/** The directives of an `X-Robots-Tag` header for all crawlers or this one: `otherbot: noindex, baton: nofollow`. */
function robotDirectives(header: string): Set<string> {
  const directives = new Set<string>()
  let isForUs = true
  for (const part of header.toLowerCase().split(',')) {
    const named = /^\s*([a-z0-9_-]+)\s*:\s*(.*)$/.exec(part)
    const isAgent =
      named && !['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'].includes(named[1]!)
    if (isAgent) isForUs = named[1] === ROBOT_NAME.toLowerCase()
    if (isForUs) directives.add((isAgent ? named[2]! : part).trim())
  }
  return directives
}

/** A `Retry-After` header (RFC 9110, section 10.2.3) in milliseconds, at most a minute; 0 if absent or malformed. */
function retryAfterMs(header: string | undefined): number {
  if (!header) return 0
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS) : 0
}
