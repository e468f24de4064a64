import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectDelivery, selectEndpoint } from './queries.ts'

export { webhookEventListener } from './announce.ts'
export { eraseDeliveries } from './erase-deliveries.ts'
export { pruneDeliveries } from './prune-deliveries.ts'

/** @throws AppError 404 */
export const findWebhookEndpoint: Locator<'endpoint'> = async (ctx, id, { agent }) =>
  orNotFound(await selectEndpoint(ctx.database.read, agent.id, id))

/** @throws AppError 404 */
export const findDelivery: Locator<'delivery'> = async (ctx, id, { agent }) =>
  orNotFound(await selectDelivery(ctx.database.read, agent.id, id))
