import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { assertOwner } from '../organizations/index.ts'
import { selectAgent } from './queries.ts'

export { advanceKnowledge, lockAgent } from './queries.ts'

/** The agent by id: 404 when there is none, 403 when the asking person doesn't own it. The only by-id read. */
export async function findAgent(ctx: Context, id: string): Promise<Row<'agents'>> {
  const found = await selectAgent(ctx.database.read, id)
  if (!found) throw new AppError('resource_not_found')
  assertOwner(ctx, { owner_id: found.ownerId })
  return found.agent
}

/** 423 when the agent is disabled. */
export function assertAvailable(agent: Pick<Row<'agents'>, 'is_disabled' | 'disabled_reason'>): void {
  if (agent.is_disabled) throw new AppError('agent_unavailable')
}
