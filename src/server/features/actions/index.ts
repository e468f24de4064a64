import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectAction } from './queries.ts'

export { selectActions as actionsOf } from './queries.ts'

/** @throws AppError 404 if the agent has none with this id */
export const findAction: Locator<'action'> = async (ctx, id, { agent }) =>
  orNotFound(await selectAction(ctx.database.read, agent.id, id))
