import { isEntrance } from '../../adapters/crawler/site.ts'
import type { Extractor } from '../../adapters/extract/extractor.ts'
import { canonicalUrl } from '../../adapters/extract/links.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import { fetchPage } from './fetch-page.ts'
import { readKept } from './keep-file.ts'
import { hasOlderPage, selectKeptPage, selectSiteAddress } from './page-queries.ts'
import { NO_TEXT, TrainingError } from './problems.ts'
import { givenTitle } from './titles.ts'

export interface ReadSource {
  /** The document's own title; if undefined, the source keeps its title. */
  title: string | undefined
  chunks: ChunkText[]
  /** The text of a page or file, with the size of what it was read from; undefined for other types. */
  document?: { markdown: string; bytes: number; fetchedAt?: number }
}

const GONE = 'The uploaded file is no longer stored. Delete this source and upload it again.'

/**
 * Reads a source's text and cuts it into chunks, at least one.
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
      const chunks = await extractor.cutDocument({ title: givenTitle(source), markdown: content })
      return { title: undefined, chunks }
    }
    case 'qa':
      return { title: undefined, chunks: await extractor.cutQuestions(JSON.parse(content)) }
    case 'url': {
      const kept = siteId ? await readKeptPage(ctx, extractor, siteId, content) : undefined
      if (kept) return kept
      const keepsFacts = await keepsFactsOf(ctx.database.read, source)
      const { page, bytes } = await fetchPage(ctx, extractor, content, { keepsFacts, signal })
      const { title, markdown } = page
      const chunks = await extractor.cutDocument({ title, markdown })
      return { title: title || undefined, chunks, document: { markdown, bytes } }
    }
    case 'file': {
      const { key, name } = readKept(content)
      const bytes = await ctx.storage.read(key)
      if (!bytes) throw new TrainingError(GONE, { isPermanent: true })
      const { title, markdown } = (await extractor.extractFile({ bytes, fileName: name })).document
      const chunks = await extractor.cutDocument({ title, markdown })
      return { title: undefined, chunks, document: { markdown, bytes: bytes.length } }
    }
  }
}

/**
 * Whether a page's text ends with telephone, hours and address from around it: as a website's crawl decides, which else
 * would find another text there each time; for other pages, if it is the first one of its website.
 */
async function keepsFactsOf(db: Db, source: Row<'sources'>): Promise<boolean> {
  const site = await selectSiteAddress(db, source.id)
  if (site === undefined) return !(await hasOlderPage(db, source))
  return isEntrance(source.content, canonicalUrl(site) ?? site)
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
    chunks: await extractor.cutDocument({ title, markdown }),
    document: { markdown, bytes, fetchedAt },
  }
}
