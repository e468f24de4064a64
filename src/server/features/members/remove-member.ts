import { actingUserId } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { endTokensFor } from '../sessions/index.ts'
import { endRole } from './end-role.ts'
import { mayGive } from './may-change.ts'
import { deleteMembership, lockMembers, selectMember } from './queries.ts'

/** Removes a member, or lets one leave. From then on the organization refuses all their sessions, tokens and keys. */
export const removeMember: Verb<'removeMember'> = async (ctx, { organization, user }) => {
  const actingId = actingUserId(ctx)
  const isSelf = user.user_id === actingId
  if (!isSelf && !mayGive(organization.role, user.role)) throw new AppError('forbidden')
  await ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organization.id)
    const own = await selectMember(tx, organization.id, actingId)
    const member = orNotFound(await selectMember(tx, organization.id, user.user_id))
    await endRole(ctx, tx, member, undefined)
    if (!isSelf && !mayGive(own?.role, member.role)) throw new AppError('forbidden')
    await deleteMembership(tx, member)
    const target = { type: 'member' as const, id: member.user_id, name: member.name }
    await recordAudit(ctx, tx, organization.id, 'member.removed', target)
    await endTokensFor(tx, organization.id, member.user_id)
    await emit(ctx, tx, organization.id, { type: 'member.updated', user_id: member.user_id })
  })
}
