import { extname } from 'node:path/posix'
import { WHOLE_PAGE_BYTES } from '../../adapters/crawler/visit.ts'
import type { ExtractedDocument } from '../../adapters/extract/document.ts'
import { ExtractError } from '../../adapters/extract/errors.ts'
import type { Extractor } from '../../adapters/extract/extractor.ts'
import { refreshTarget } from '../../adapters/extract/read-page.ts'
import { isGuarded, isMissingPage, isSignIn } from '../../adapters/extract/stand-in.ts'
import { type Cookies, createCookies } from '../../adapters/outbound/cookies.ts'
import type { OutboundResponse } from '../../adapters/outbound/outbound.ts'
import type { Context } from '../../context.ts'
import { percentDecoded } from '../../text/percent-decoded.ts'
import { statusProblem, TrainingError } from './problems.ts'

const FETCH_TIMEOUT_MS = 30_000
const ACCEPT =
  'text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf, ' +
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document, */*;q=0.1'
/** The extractor tells text formats apart by names; one without an extension gets that of the content type. */
const EXTENSIONS: Record<string, string> = { 'text/markdown': '.md', 'text/csv': '.csv', 'text/plain': '.txt' }

/** Names of files that say which kind of text is in them. Other names, as of `export.php`, say what has made it. */
const NAMES_TEXT = /\.(txt|md|markdown|mdx|csv|tsv|x?html?)$/i

/** The most pages in a row that only send on to the next by their HTML (`<meta http-equiv="refresh">`). */
const MOST_REFRESHES = 5

interface Fetched {
  page: ExtractedDocument
  /** The size of what was read, in bytes. */
  bytes: number
}

/**
 * Fetches a page or document and reads its text. A page that only sends its readers on to another is followed.
 * @param keepsFacts whether the text ends with telephone, hours and address from around it
 * @throws TrainingError, also for a form to sign in or a page that says there is none; OutboundError; ExtractError
 */
export async function fetchPage(
  ctx: Context,
  extractor: Extractor,
  url: string,
  { keepsFacts, signal }: { keepsFacts: boolean; signal: AbortSignal },
): Promise<Fetched> {
  const cookies = createCookies()
  let address = url
  for (let refreshes = 0; ; refreshes += 1) {
    const response = await request(ctx, address, cookies, signal)
    const page = refreshIn(response) ?? (await read(extractor, response, { asked: url, keepsFacts }))
    if (typeof page !== 'string') return { page, bytes: response.body.length }
    if (refreshes === MOST_REFRESHES)
      throw new TrainingError(`${new URL(url).host} sends on from page to page without end.`, { isPermanent: true })
    address = page
  }
}

/** Where the header of an answer sends its readers on to. */
function refreshIn({ url, headers }: OutboundResponse): string | null {
  const target = refreshTarget(headers.refresh ?? '', url)
  return target === url ? null : target
}

async function request(ctx: Context, url: string, cookies: Cookies, signal: AbortSignal): Promise<OutboundResponse> {
  const response = await ctx.outbound.fetch(url, {
    headers: { accept: ACCEPT },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: WHOLE_PAGE_BYTES,
    overflow: 'error',
    cookies,
    signal,
  })
  if (response.status < 200 || response.status > 299) throw statusProblem(new URL(response.url).host, response.status)
  return response
}

/** The text of an answer, or the address to which it sends its readers on. */
async function read(
  extractor: Extractor,
  response: OutboundResponse,
  { asked, keepsFacts }: { asked: string; keepsFacts: boolean },
): Promise<ExtractedDocument | string> {
  try {
    const page = await extract(extractor, response, keepsFacts)
    if (page.refresh) return page.refresh
    if (isPage(response)) assertIsPage(page, response.url, asked)
    return page
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error
    const next = error.code === 'empty' && isPage(response) ? await refreshOf(extractor, response) : null
    if (next) return next
    if (error.code !== 'unsupported') throw error
    const type = mediaType(response)
    const found = type ? ` but ${type}` : ''
    const message = `There is no text to read at this address: it is not a page, PDF, Word or text file${found}.`
    throw new TrainingError(message, { isPermanent: true, cause: error })
  }
}

/** Where a page without text sends its readers on to. */
async function refreshOf(extractor: Extractor, { url, body, headers }: OutboundResponse): Promise<string | null> {
  return (await extractor.readPage(body, { url, contentType: headers['content-type'] ?? null })).refresh
}

/**
 * Refuses what a website shows in place of a page. `url` has answered, after redirects; `asked` is what somebody gave.
 */
function assertIsPage(page: ExtractedDocument, url: string, asked: string): void {
  const shown = { title: page.title, content: page.markdown, asksForPassword: page.asksForPassword }
  const { host } = new URL(url)
  if (isSignIn(shown, { isMovedTo: new URL(url).pathname === new URL(asked).pathname ? null : url })) {
    const message = `${host} asks to sign in before it shows this page. Give it an address that everybody may read, or upload the page as a file.`
    throw new TrainingError(message, { isPermanent: true })
  }
  if (isGuarded(shown)) {
    const message = `${host} shows a check for programs in place of this page. Let Baton through, or upload the page as a file.`
    throw new TrainingError(message, { isPermanent: true })
  }
  if (isMissingPage(shown)) {
    const message = `${host} says that there is no page at this address. Check it for a typing mistake.`
    throw new TrainingError(message, { isPermanent: true })
  }
}

/** Extracts a document: as HTML by its Content-Type, otherwise as a file by its content and name. */
async function extract(
  extractor: Extractor,
  response: OutboundResponse,
  keepsFacts: boolean,
): Promise<ExtractedDocument> {
  const type = mediaType(response)
  if (isPage(response))
    return extractor.extractHtml(response.body, {
      url: response.url,
      contentType: response.headers['content-type'] ?? null,
      keepsFacts,
    })
  const path = new URL(response.url).pathname
  const name = percentDecoded(path.split('/').pop() || 'page')
  const fileName =
    NAMES_TEXT.test(name) || (extname(name) && !EXTENSIONS[type]) ? name : `${name}${EXTENSIONS[type] ?? ''}`
  return (await extractor.extractFile({ bytes: response.body, fileName })).document
}

function isPage(response: OutboundResponse): boolean {
  const type = mediaType(response)
  return type === 'text/html' || type === 'application/xhtml+xml'
}

function mediaType(response: OutboundResponse): string {
  return (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
