import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectAction } from './queries.ts'

export { selectActions as actionsOf } from './queries.ts'

/**
 * The agent's action by id.
 * @throws AppError 404 if the agent has none with this id
 */
export async function findAction(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'agent_actions'>> {
  const row = await selectAction(ctx.database.read, agent.id, id)
  if (!row) throw new AppError('resource_not_found')
  return row
}
