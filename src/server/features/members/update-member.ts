import { actingUserId } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { endRole } from './end-role.ts'
import { mayGive } from './may-change.ts'
import { presentMember } from './presenter.ts'
import { changeMembership, lockMembers, selectMember } from './queries.ts'

/**
 * Gives a member another role, which applies from their next request on. Roles are read again under the lock, so that
 * if the only two owners demote each other at once, the second request is refused with `last_owner`.
 * @throws AppError 403 if the old or the new role is above one's own; 409 `last_owner`
 */
export const updateMember: Verb<'updateMember'> = async (ctx, input) => {
  const { organization, user, body } = input
  if (!mayGive(organization.role, user.role) || !mayGive(organization.role, body.role)) throw new AppError('forbidden')
  return ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organization.id)
    const own = await selectMember(tx, organization.id, actingUserId(ctx))
    const member = orNotFound(await selectMember(tx, organization.id, user.user_id))
    await endRole(ctx, tx, member, body.role)
    if (!mayGive(own?.role, member.role) || !mayGive(own?.role, body.role)) throw new AppError('forbidden')
    await changeMembership(tx, organization.id, member.user_id, { role: body.role })
    const target = { type: 'member' as const, id: member.user_id, name: member.name }
    if (member.role !== body.role) await recordAudit(ctx, tx, organization.id, 'member.role_changed', target)
    await emit(ctx, tx, organization.id, { type: 'member.updated', user_id: member.user_id })
    return presentMember({ ...member, role: body.role }, ctx.now())
  })
}
