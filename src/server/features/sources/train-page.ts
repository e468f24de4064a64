import type { Context } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import { embeddingText } from '../../knowledge/chunk.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import { NO_TEXT, toTrainingError } from './problems.ts'
import { readKeptPage } from './read-source.ts'
import type { Trained, TrainedChunk } from './training-state.ts'

/** Number of texts embedded at a time, so that visitors' questions don't wait for long. */
const TEXTS_PER_CALL = 32

/**
 * Trains on a page as a site's crawl has read it, and stores nothing: `swapIn` makes it live.
 * @returns the page with its chunks, or a sentence that says why it can't be trained on
 * @throws the signal's reason when it is aborted; errors that may not occur at another attempt
 */
export async function trainPage(
  ctx: Context,
  site: Pick<Row<'sites'>, 'id' | 'agent_id'>,
  url: string,
  signal: AbortSignal,
): Promise<Trained | string> {
  try {
    const read = await readKeptPage(ctx, ctx.extractor.forOwner(site.agent_id), site.id, url)
    if (!read || read.chunks.length === 0) return NO_TEXT
    const chunks: TrainedChunk[] = []
    for (const batch of batches(read.chunks, TEXTS_PER_CALL)) {
      signal.throwIfAborted()
      chunks.push(...(await embedChunks(ctx, batch)))
    }
    return { ...read, chunks }
  } catch (error) {
    signal.throwIfAborted()
    const problem = toTrainingError(error)
    if (!problem.isPermanent) throw error
    return problem.message
  }
}

/** Chunks with their embeddings, which are made together. */
export async function embedChunks({ knowledge }: Context, chunks: readonly ChunkText[]): Promise<TrainedChunk[]> {
  const embeddings = await knowledge.embed(chunks.map(embeddingText))
  return chunks.map((chunk, index) => ({ ...chunk, embedding: embeddings[index]! }))
}
