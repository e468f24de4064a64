import { type Role, roles } from '#contract/roles.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { revokeKeysOf } from '../keys/index.ts'
import { mayGive } from './may-change.ts'
import { endInvitationsBy, hasOtherOwner } from './queries.ts'

/**
 * Prepares for a member's next role, which is undefined if they leave: ends their invitations to roles that they may no
 * longer give and, if they stop being an owner, revokes their API keys.
 * @throws AppError 409 `last_owner` if the organization would have no owner
 */
export async function endRole(ctx: Context, tx: Tx, member: Row<'memberships'>, next: Role | undefined): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = member
  const lost = roles.filter((role) => !mayGive(next, role))
  if (lost.length > 0) await endInvitationsBy(tx, member, lost, ctx.now())
  if (member.role !== 'owner' || next === 'owner') return
  if (!(await hasOtherOwner(tx, organizationId, userId))) throw new AppError('last_owner')
  await revokeKeysOf(ctx, tx, organizationId, userId)
}
