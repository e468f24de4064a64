import { extname } from 'node:path/posix'
import { WHOLE_PAGE_BYTES } from '../../adapters/crawler/visit.ts'
import type { ExtractedDocument } from '../../adapters/extract/document.ts'
import { ExtractError } from '../../adapters/extract/errors.ts'
import type { Extractor } from '../../adapters/extract/extractor.ts'
import type { OutboundResponse } from '../../adapters/outbound/outbound.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import { readKept } from './keep-file.ts'
import { selectKeptPage } from './page-queries.ts'
import { NO_TEXT, statusProblem, TrainingError } from './problems.ts'
import { givenTitle } from './titles.ts'

const FETCH_TIMEOUT_MS = 30_000
const ACCEPT =
  'text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf, ' +
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document, */*;q=0.1'
/**
 * The extractor tells text formats apart by a file's name. If the name in the address of a page has no extension, it is
 * given that of the content type.
 */
const EXTENSIONS: Record<string, string> = { 'text/markdown': '.md', 'text/csv': '.csv', 'text/plain': '.txt' }

/** Names of files that say which kind of text is in them. Other names, as of `export.php`, say what has made it. */
const NAMES_TEXT = /\.(txt|md|markdown|mdx|csv|tsv|x?html?)$/i

export interface ReadSource {
  /** The document's own title; if undefined, the source keeps its title. */
  title: string | undefined
  chunks: ChunkText[]
  /** The text of a page or file, with the size of what it was read from; undefined for other types. */
  document?: { markdown: string; bytes: number; fetchedAt?: number }
}

/**
 * Reads a source's text from the database, the storage or the web, and cuts it into chunks, of which there is at least
 * one.
 * @param siteId the site whose crawl has kept the page's text, if one has
 * @throws TrainingError, OutboundError, ExtractError
 */
export async function readSource(
  ctx: Context,
  source: Row<'sources'>,
  signal: AbortSignal,
  siteId?: string,
): Promise<ReadSource> {
  const read = await chunksOf(ctx, source, signal, siteId)
  if (read.chunks.length > 0) return read
  throw new TrainingError(NO_TEXT, { isPermanent: true })
}

async function chunksOf(
  ctx: Context,
  source: Row<'sources'>,
  signal: AbortSignal,
  siteId: string | undefined,
): Promise<ReadSource> {
  const { content } = source
  const extractor = ctx.extractor.forOwner(source.agent_id)
  switch (source.type) {
    case 'text': {
      const document = { title: givenTitle(source), url: null, markdown: content }
      return { title: undefined, chunks: await extractor.cutDocument(document) }
    }
    case 'qa':
      return { title: undefined, chunks: await extractor.cutQuestions(JSON.parse(content)) }
    case 'url': {
      const kept = siteId ? await readKeptPage(ctx, extractor, siteId, content) : undefined
      if (kept) return kept
      const { page, bytes } = await fetchPage(ctx, extractor, content, signal)
      const chunks = await extractor.cutDocument({ ...page, url: content })
      return { title: page.title || undefined, chunks, document: { markdown: page.markdown, bytes } }
    }
    case 'file': {
      const { key, name } = readKept(content)
      const bytes = await ctx.storage.read(key).catch(missing)
      const { document } = await extractor.extractFile({ bytes, fileName: name })
      const chunks = await extractor.cutDocument({ ...document, url: null })
      return { title: undefined, chunks, document: { markdown: document.markdown, bytes: bytes.length } }
    }
  }
}

/** A page as a site's crawl has read it, cut into chunks; undefined if its text is not kept any more. */
export async function readKeptPage(
  { database }: Pick<Context, 'database'>,
  extractor: Extractor,
  siteId: string,
  url: string,
): Promise<ReadSource | undefined> {
  const kept = await selectKeptPage(database.read, siteId, url)
  if (!kept) return undefined
  const { title, content: markdown, size_bytes: bytes, read_at: fetchedAt } = kept
  return {
    title,
    chunks: await extractor.cutDocument({ title, url, markdown }),
    document: { markdown, bytes, fetchedAt },
  }
}

async function fetchPage(
  ctx: Context,
  extractor: Extractor,
  url: string,
  signal: AbortSignal,
): Promise<{ page: ExtractedDocument; bytes: number }> {
  const response = await ctx.outbound.fetch(url, {
    headers: { accept: ACCEPT },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: WHOLE_PAGE_BYTES,
    overflow: 'error',
    signal,
  })
  if (response.status < 200 || response.status > 299) throw statusProblem(new URL(response.url).host, response.status)
  try {
    return { page: await extract(extractor, response), bytes: response.body.length }
  } catch (error) {
    if (!(error instanceof ExtractError && error.code === 'unsupported')) throw error
    const type = mediaType(response)
    const found = type ? ` but ${type}` : ''
    const message = `There is no text to read at this address: it is not a page, PDF, Word or text file${found}.`
    throw new TrainingError(message, { isPermanent: true, cause: error })
  }
}

/**
 * Extracts the text of a downloaded document: as HTML if its Content-Type says so, otherwise as a file that is
 * recognised by its content and its name.
 */
async function extract(extractor: Extractor, response: OutboundResponse): Promise<ExtractedDocument> {
  const type = mediaType(response)
  if (type === 'text/html' || type === 'application/xhtml+xml')
    return extractor.extractHtml(response.body, {
      url: response.url,
      contentType: response.headers['content-type'] ?? null,
    })
  const path = new URL(response.url).pathname
  const name = decodeURIComponentSafely(path.split('/').pop() || 'page')
  const fileName =
    NAMES_TEXT.test(name) || (extname(name) && !EXTENSIONS[type]) ? name : `${name}${EXTENSIONS[type] ?? ''}`
  return (await extractor.extractFile({ bytes: response.body, fileName })).document
}

function mediaType(response: OutboundResponse): string {
  return (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function missing(error: unknown): never {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
  throw new TrainingError('The uploaded file is no longer stored. Delete this source and upload it again.', {
    isPermanent: true,
    cause: error,
  })
}
