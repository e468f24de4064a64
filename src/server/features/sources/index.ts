import type { Dependencies } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { refreshJob } from './jobs.ts'
import { selectSource } from './queries.ts'

export { findSourceBulk, pruneSourceBulks } from './bulk.ts'
export { createPageSource, createTaughtSource } from './create-source.ts'
export { withdrawSource } from './delete-source.ts'
export { storableText } from './keep-read.ts'
export { sourceEventListener } from './listen-to-events.ts'
export { pagesOfAgent, selectPageSource, selectTexts } from './page-queries.ts'
export { pruneTrainings } from './prune-trainings.ts'
export { lockSource, selectSourcesAmong as sourcesAmong } from './queries.ts'
export { findVersion, type TaughtFrom } from './read-content.ts'
export { relearnPage } from './retrain-source.ts'
export { reviseSource } from './revise-source.ts'
export { searchKnowledge } from './search-knowledge.ts'
export { startHeldTraining } from './start-training.ts'
export { sweepUploads, sweepUploadsNow } from './sweep-uploads.ts'
export { fitTitle } from './titles.ts'
export { trainPage } from './train-page.ts'
export { swapIn, type Trained } from './training-state.ts'
export { insertUpload, takeUpload } from './upload-queries.ts'
export { selectVersion } from './version-queries.ts'

/** Drafts have locators of their own and are not found. @throws AppError 404 */
export const findSource: Locator<'source'> = async (ctx, id, { agent }) =>
  orNotFound(await selectSource(ctx.database.read, agent.id, id, false))

/** Whether an id is that of one of the agent's sources. A draft does not count. */
export async function isSource(db: Db, agentId: string, id: string): Promise<boolean> {
  return (await selectSource(db, agentId, id, false)) !== undefined
}

/** Queues new training of what another model embedded, at each start, as the configuration may have changed. */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}
