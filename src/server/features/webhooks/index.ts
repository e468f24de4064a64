import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { selectDelivery, selectEndpoint } from './queries.ts'

export { webhookEventListener } from './announce.ts'
export { eraseDeliveries } from './erase-deliveries.ts'
export { pruneDeliveries } from './prune-deliveries.ts'

/** @throws AppError 404 */
export async function findWebhookEndpoint(
  ctx: Context,
  agent: Row<'agents'>,
  id: string,
): Promise<Row<'webhook_endpoints'>> {
  return orNotFound(await selectEndpoint(ctx.database.read, agent.id, id))
}

/** @throws AppError 404 */
export async function findDelivery(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'webhook_deliveries'>> {
  return orNotFound(await selectDelivery(ctx.database.read, agent.id, id))
}
