import { actingUserId } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectSavedReply } from './queries.ts'

/** The member's own saved reply, or a shared one. @throws AppError 404 */
export const findSavedReply: Locator<'reply'> = async (ctx, id, { organization }) =>
  orNotFound(await selectSavedReply(ctx.database.read, organization.id, actingUserId(ctx), id))
