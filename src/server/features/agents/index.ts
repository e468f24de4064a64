import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { askingUserId, assertMay } from '../organizations/index.ts'
import { selectAgentFor } from './queries.ts'

export { choosableModel } from './choosable-model.ts'
export { advanceKnowledge, lockAgent, selectAgent, selectAgentOfPast, selectChangedSources } from './queries.ts'
export { chatLanguage, widgetOf } from './widget-settings.ts'

/**
 * The agent by id: 404 when there is none, 403 unless the asking person may do there what the route does. The only
 * by-id read.
 */
export async function findAgent(ctx: Context, id: string): Promise<LocatedAgent> {
  const row = await selectAgentFor(ctx.database.read, id, askingUserId(ctx))
  if (!row) throw new AppError('resource_not_found')
  const { role, last_seen_at, ...agent } = row
  assertMay(ctx, agent.organization_id, { role, last_seen_at })
  return agent
}

/**
 * The agent with which a visitor of a website talks, whoever they are.
 * @throws AppError 404 when there is none, or no longer
 */
export async function findVisitedAgent(ctx: Context, id: string): Promise<LocatedAgent> {
  const row = await selectAgentFor(ctx.database.read, id, '')
  if (!row) throw new AppError('resource_not_found')
  const { role: _, last_seen_at: __, ...agent } = row
  return agent
}

/**
 * Refuses to let a disabled agent answer.
 * @throws AppError 423 with the reason
 */
export function assertAvailable(agent: Pick<Row<'agents'>, 'is_disabled' | 'disabled_reason'>): void {
  if (agent.is_disabled) throw new AppError('agent_unavailable')
}
