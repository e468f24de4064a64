import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectSource } from './queries.ts'

export { createCrawledSources } from './create-source.ts'
export { holdingSource } from './holding-source.ts'
export { sourceEventListener } from './listen-to-events.ts'
export { type Revision, reviseSource } from './revise-source.ts'
export { searchKnowledge } from './search-knowledge.ts'
export { startSources } from './start-refresh.ts'
export { sweepUploads } from './sweep-uploads.ts'

/**
 * The agent's source by id. Drafts have locators of their own and are not found.
 * @throws AppError 404
 */
export async function findSource(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'sources'>> {
  const source = await selectSource(ctx.database.read, agent.id, id, false)
  if (!source) throw new AppError('resource_not_found')
  return source
}
