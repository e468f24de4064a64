import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectSource } from './queries.ts'

export { createCrawledSources } from './create-source.ts'
export { sourceEventListener } from './purge-sources.ts'
export { startSources } from './refresh-sources.ts'
export { searchKnowledge } from './search-knowledge.ts'
export { sweepUploads } from './sweep-uploads.ts'

/** The agent's source by id. Drafts are not found: only their own routes see them. */
export async function findSource(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'sources'>> {
  const source = await selectSource(ctx.database.read, agent.id, id, false)
  if (!source) throw new AppError('resource_not_found')
  return source
}
