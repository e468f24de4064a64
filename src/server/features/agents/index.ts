import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { assertOwner } from '../organizations/index.ts'
import { selectAgentWithOwner } from './queries.ts'

export { choosableModel } from './choosable-model.ts'
export { advanceKnowledge, lockAgent, selectChangedSources } from './queries.ts'

/**
 * The agent by id: 404 when there is none, 403 when the asking person doesn't own it. The only by-id read.
 */
export async function findAgent(ctx: Context, id: string): Promise<LocatedAgent> {
  const row = await selectAgentWithOwner(ctx.database.read, id)
  if (!row) throw new AppError('resource_not_found')
  const { owner_id, ...agent } = row
  assertOwner(ctx, { owner_id })
  return agent
}

/** 423 when the agent is disabled. */
export function assertAvailable(agent: Pick<Row<'agents'>, 'is_disabled' | 'disabled_reason'>): void {
  if (agent.is_disabled) throw new AppError('agent_unavailable')
}
