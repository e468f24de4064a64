import { actingUserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { mayGive } from './may-change.ts'
import { endInvitation, lockMembers, selectMember } from './queries.ts'

/** @throws AppError 403 if it is to a role above one's own */
export const revokeInvitation: Verb<'revokeInvitation'> = async (ctx, { organization, invitation }) => {
  await ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organization.id)
    const own = await selectMember(tx, organization.id, actingUserId(ctx))
    if (!mayGive(own?.role, invitation.role)) throw new AppError('forbidden')
    if (!(await endInvitation(tx, invitation.id, ctx.now()))) return
    const target = { type: 'invitation' as const, id: invitation.id, name: invitation.email }
    await recordAudit(ctx, tx, organization.id, 'invitation.revoked', target)
    await emit(ctx, tx, organization.id, { type: 'member.updated' })
  })
}
