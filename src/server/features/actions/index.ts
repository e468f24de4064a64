import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { selectAction } from './queries.ts'

export { selectActions as actionsOf } from './queries.ts'

/** @throws AppError 404 if the agent has none with this id */
export async function findAction(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'agent_actions'>> {
  return orNotFound(await selectAction(ctx.database.read, agent.id, id))
}
