import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { selectSubscription } from './subscription-queries.ts'

/** The member's own subscription of a browser. @throws AppError 404 */
export async function findSubscription(
  ctx: Context,
  organization: LocatedOrganization,
  id: string,
): Promise<Row<'push_subscriptions'>> {
  return orNotFound(await selectSubscription(ctx.database.read, organization.id, actingUserId(ctx), id))
}
