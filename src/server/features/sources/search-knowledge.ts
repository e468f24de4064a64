import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SourceType } from '#contract/enums.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Chunk, Passage } from '../../knowledge/types.ts'
import { measures } from '../../process/measures.ts'
import { selectChangedSources } from '../agents/index.ts'
import { keptFileOf } from './keep-file.ts'
import { kinds } from './kinds.ts'
import { CHUNKS_PER_PAGE, selectChunksAfter } from './training-queries.ts'

interface Reading {
  database: { read: Db }
  knowledge: Knowledge
}

const SOURCES_PER_QUERY = 100

/**
 * The passages of the agent's sources that are nearest to the question, best first; none if it has no trained sources.
 * @param without the ids of sources that are passed over, as if they were gone
 * @param canWait whether questions for whose answer somebody waits take precedence over this one
 */
export async function searchKnowledge(
  ctx: Reading,
  agent: Pick<Row<'agents'>, 'id' | 'knowledge_version'>,
  question: string,
  { without = [], canWait = false }: { without?: readonly string[]; canWait?: boolean } = {},
): Promise<Passage[]> {
  const { id, knowledge_version: version } = agent
  const begun = performance.now()
  const passages = await ctx.knowledge.search({
    agentId: id,
    version,
    question,
    load: (which = { from: '' }) => loadChunks(ctx, id, which),
    changedSince: (since) => selectChangedSources(ctx.database.read, id, since, version),
    without,
    canWait,
  })
  measures.retrieval.tell({ seconds: (performance.now() - begun) / 1_000 })
  return passages
}

async function* loadChunks(
  ctx: Reading,
  agentId: string,
  which: { sources: string[] } | { from: string },
): AsyncGenerator<Chunk[]> {
  if ('from' in which) return yield* loadPages(ctx, agentId, which.from)
  for (const sources of batches(which.sources.toSorted(), SOURCES_PER_QUERY))
    yield* loadPages(ctx, agentId, '', sources)
}

/**
 * Reads chunks page by page, so that a large agent doesn't delay others. The database reads the next page while one is
 * taken in. Chunks that another model embedded are left out.
 */
async function* loadPages(ctx: Reading, agentId: string, from: string, sources?: string[]): AsyncGenerator<Chunk[]> {
  const readAfter = (last: { source_id: string; position: number }) =>
    selectChunksAfter(ctx.database.read, agentId, ctx.knowledge.embeddingModel, last, sources)
  let reading = readAfter({ source_id: from, position: -1 })
  for (;;) {
    const rows = await reading
    const isLast = rows.length < CHUNKS_PER_PAGE
    if (!isLast) {
      reading = readAfter(rows.at(-1)!)
      reading.catch(() => {}) // The next round awaits it and sees its error, but the reader may stop before that.
    }
    yield rows.map((row) => ({
      id: row.id,
      sourceId: row.source_id,
      title: row.title,
      url: isPage(row) ? row.place : null,
      fromHtml: isFromHtml(row),
      heading: row.heading,
      content: row.content,
      embedding: row.embedding,
    }))
    if (isLast) return
    await yieldToEventLoop()
  }
}

/** Whether a text is converted from HTML: that of pages, and of Word and HTML files, by their names. */
function isFromHtml(row: { type: SourceType; place: string | null }): boolean {
  if (isPage(row)) return true
  const file = row.place === null ? undefined : keptFileOf({ type: row.type, content: row.place })
  return file !== undefined && /\.(?:docx|x?html?)$/i.test(file.name)
}

const isPage = ({ type }: { type: SourceType }) => kinds[type].content === 'address'
