import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Chunk, Passage } from '../../knowledge/types.ts'
import { CHUNKS_PER_PAGE, selectChunksAfter } from './queries.ts'

/** The passages of the agent's sources that come nearest to the question, best first; none while it knows nothing. */
export function searchKnowledge(
  ctx: Context,
  agent: Pick<Row<'agents'>, 'id' | 'knowledge_version'>,
  question: string,
  limit?: number,
): Promise<Passage[]> {
  return ctx.knowledge.search({
    agentId: agent.id,
    version: agent.knowledge_version,
    question,
    load: () => loadChunks(ctx, agent.id),
    ...(limit !== undefined && { limit }),
  })
}

/** Page by page, so that a large agent doesn't keep others waiting. Chunks of another embedding model are left out. */
async function loadChunks(ctx: Context, agentId: string): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  let last = { source_id: '', position: 0 }
  for (;;) {
    const rows = await selectChunksAfter(ctx.database.read, agentId, ctx.knowledge.embeddingModel, last)
    for (const row of rows) {
      chunks.push({
        id: row.id,
        sourceId: row.source_id,
        title: row.title,
        url: row.type === 'url' ? row.url : null,
        heading: row.heading,
        content: row.content,
        embedding: row.embedding,
      })
      last = row
    }
    if (rows.length < CHUNKS_PER_PAGE) return chunks
    await nextTurn()
  }
}
