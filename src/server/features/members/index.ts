import type { Dependencies } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { INVITATION_MS } from './create-invitation.ts'
import { deleteInvitationsBefore, selectInvitation, selectMember } from './queries.ts'

export { holdMember, isMember, selectMember, selectMembers } from './queries.ts'

/** The organization's member by their user id. @throws AppError 404 */
export const findMember: Locator<'user'> = async (ctx, id, { organization }) =>
  orNotFound(await selectMember(ctx.database.read, organization.id, id))

/** The organization's invitation by id. @throws AppError 404, also if it has ended or expired */
export const findInvitation: Locator<'invitation'> = async (ctx, id, { organization }) =>
  orNotFound(await selectInvitation(ctx.database.read, organization.id, id, ctx.now()))

/** Deletes invitations made over seven days ago; ended ones still count towards the first day's limit. */
export async function pruneInvitations(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deleteInvitationsBefore(tx, deps.now() - INVITATION_MS))
}
