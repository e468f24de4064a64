import { actingUserId, type Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { type SavedReplyRow, selectSavedReply } from './queries.ts'

/**
 * A saved reply by id that the asking member sees: their own, or a shared one of the organization.
 * @throws AppError 404
 */
export async function findSavedReply(
  ctx: Context,
  organization: LocatedOrganization,
  id: string,
): Promise<SavedReplyRow> {
  return orNotFound(await selectSavedReply(ctx.database.read, organization.id, actingUserId(ctx), id))
}
