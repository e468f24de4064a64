import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectCheck, selectRun } from './queries.ts'

export { checksEventListener } from './after-training.ts'
export { checkRunJob } from './jobs.ts'
export { selectChecks as selectChecksOf } from './queries.ts'
export { endedRun, startCommandRun } from './run-by-command.ts'
export { costsCredits } from './start-run.ts'
export { judge } from './verdict.ts'

/**
 * The agent's check by id.
 * @throws AppError 404
 */
export async function findCheck(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'checks'>> {
  const row = await selectCheck(ctx.database.read, agent.id, id)
  if (!row) throw new AppError('resource_not_found')
  return row
}

/**
 * A run of the agent's checks by id.
 * @throws AppError 404
 */
export async function findCheckRun(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'check_runs'>> {
  const row = await selectRun(ctx.database.read, id)
  if (row?.agent_id !== agent.id) throw new AppError('resource_not_found')
  return row
}
