import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { assertOwner } from '../organizations/index.ts'
import { selectAgentWithOwner } from './queries.ts'

export { choosableModel } from './choosable-model.ts'
export { advanceKnowledge, lockAgent, selectChangedSources } from './queries.ts'

/**
 * The agent by id, with its organization's plan. All code that has only an agent's id uses this function, so that
 * ownership is always checked.
 * @throws AppError 404 if there is none, 403 if the caller doesn't own it
 */
export async function findAgent(ctx: Context, id: string): Promise<LocatedAgent> {
  const row = await selectAgentWithOwner(ctx.database.read, id)
  if (!row) throw new AppError('resource_not_found')
  const { owner_id, ...agent } = row
  assertOwner(ctx, { owner_id })
  return agent
}

/**
 * Refuses to let a disabled agent answer.
 * @throws AppError 423 with the reason
 */
export function assertAvailable(agent: Pick<Row<'agents'>, 'is_disabled' | 'disabled_reason'>): void {
  if (agent.is_disabled) throw new AppError('agent_unavailable')
}
