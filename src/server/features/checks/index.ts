import type { Db } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import type { Given } from '../evaluation/index.ts'
import { selectCheck, selectLastResult, selectRun } from './queries.ts'

export { checksEventListener } from './after-training.ts'
export { checkRunJobs } from './jobs.ts'
export { isTraining, selectChecks as selectChecksOf } from './queries.ts'
export { runByCommand } from './run-by-command.ts'

/** @throws AppError 404 */
export const findCheck: Locator<'check'> = async (ctx, id, { agent }) =>
  orNotFound(await selectCheck(ctx.database.read, agent.id, id))

/** @throws AppError 404 */
export const findCheckRun: Locator<'run'> = async (ctx, id, { agent }) => {
  const row = await selectRun(ctx.database.read, id)
  if (row?.agent_id !== agent.id) throw new AppError('resource_not_found')
  return row
}

/** What the agent last replied to a check; null if no run that is kept has asked it. */
export async function lastResultOf(db: Db, checkId: string): Promise<Given | null> {
  const row = await selectLastResult(db, checkId)
  if (!row) return null
  return { reply: row.reply, decision: row.decision, citations: JSON.parse(row.citations) }
}
