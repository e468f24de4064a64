import { actingUserId } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectSubscription } from './subscription-queries.ts'

/** The member's own subscription of a browser. @throws AppError 404 */
export const findSubscription: Locator<'subscription'> = async (ctx, id, { organization }) =>
  orNotFound(await selectSubscription(ctx.database.read, organization.id, actingUserId(ctx), id))
