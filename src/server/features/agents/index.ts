import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { LocatedAgent, Locator } from '../../http/binding.ts'
import { askingUserId, assertMay } from '../organizations/index.ts'
import { selectAgentFor } from './queries.ts'

export { giveModel } from './change-agent-row.ts'
export { choosableModel } from './choosable-model.ts'
export {
  advanceKnowledge,
  forgetMailbox,
  lockAgent,
  selectAgent,
  selectAgentOfPast,
  selectChangedSources,
  selectLogo,
} from './queries.ts'
export { chatLanguage, widgetOf } from './widget-settings.ts'

/**
 * @throws AppError 404 if there is no such agent, or it is deleted; 403 if the caller's role does not allow the route
 */
export const findAgent: Locator<'agent'> = async (ctx, id) => {
  const row = orNotFound(await selectAgentFor(ctx.database.read, id, askingUserId(ctx)))
  const { role, last_seen_at, ...agent } = row
  assertMay(ctx, agent.organization_id, { role, last_seen_at })
  return agent
}

/** The agent with which anybody may talk on a website, so no permission is checked. @throws AppError 404 */
export async function findVisitedAgent(ctx: Context, id: string): Promise<LocatedAgent> {
  const row = orNotFound(await selectAgentFor(ctx.database.read, id, ''))
  const { role: _, last_seen_at: __, ...agent } = row
  return agent
}

/** @throws AppError 423 `agent_unavailable` if the agent is disabled */
export function assertAvailable(agent: Pick<Row<'agents'>, 'is_disabled'>): void {
  if (agent.is_disabled) throw new AppError('agent_unavailable')
}

/** @throws AppError 423 `agent_unavailable` if the agent is disabled; 409 `only_human` if only people answer for it */
export function assertAiAnswers(agent: Pick<Row<'agents'>, 'is_disabled' | 'only_human'>): void {
  assertAvailable(agent)
  if (agent.only_human) throw new AppError('only_human')
}
