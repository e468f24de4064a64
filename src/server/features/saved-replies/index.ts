import { actingUserId, type Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { type SavedReplyRow, selectSavedReply } from './queries.ts'

/** The member's own saved reply, or a shared one. @throws AppError 404 */
export async function findSavedReply(
  ctx: Context,
  organization: LocatedOrganization,
  id: string,
): Promise<SavedReplyRow> {
  return orNotFound(await selectSavedReply(ctx.database.read, organization.id, actingUserId(ctx), id))
}
