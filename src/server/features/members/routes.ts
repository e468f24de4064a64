import { type Role, roles } from '#contract/roles.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { revokeKeysOf } from '../keys/index.ts'
import { changeWishes, presentOwnSettings } from '../organizations/index.ts'
import { endTokensFor } from '../sessions/index.ts'
import { acceptInvitation, createInvitation, lookAtInvitation, revokeInvitation } from './invitations.ts'
import { mayGive } from './may-change.ts'
import { presentInvitation, presentMember } from './presenter.ts'
import {
  changeMembership,
  deleteMembership,
  endInvitationsBy,
  hasOtherOwner,
  lockMembers,
  lockMembership,
  selectInvitations,
  selectMember,
  selectMembers,
} from './queries.ts'

/**
 * Prepares for a member's next role, which is undefined if they leave: ends their invitations to roles that they may no
 * longer give and, if they stop being an owner, revokes their API keys.
 * @throws AppError 409 `last_owner` if the organization would have no owner
 */
async function endRole(ctx: Context, tx: Tx, member: Row<'memberships'>, next: Role | undefined): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = member
  const lost = roles.filter((role) => !mayGive(next, role))
  if (lost.length > 0) await endInvitationsBy(tx, member, lost, ctx.now())
  if (member.role !== 'owner' || next === 'owner') return
  if (!(await hasOtherOwner(tx, organizationId, userId))) throw new AppError('last_owner')
  await revokeKeysOf(ctx, tx, organizationId, userId)
}

/** The asking member's own settings in the organization: availability and notifications. */
const getOwnMember: Verb<'getOwnMember'> = async (ctx, { organization }) => {
  const row = await selectMember(ctx.database.read, organization.id, actingUserId(ctx))
  if (!row) throw new AppError('forbidden') // removed in the meantime
  return presentOwnSettings(row)
}

/** Changes the asking member's own settings. Emits an event, as the other members see whether they are available. */
const updateOwnMember: Verb<'updateOwnMember'> = async (ctx, input) => {
  const { availability, notifications } = input.body
  if (availability === undefined && Object.keys(notifications ?? {}).length === 0) return getOwnMember(ctx, input)
  const { id } = input.organization
  return ctx.database.transaction(async (tx) => {
    const userId = actingUserId(ctx)
    const current = await lockMembership(tx, id, userId)
    const changes = {
      ...(availability !== undefined && { availability }),
      ...(current && notifications && changeWishes(current, notifications)),
    }
    const row = await changeMembership(tx, id, userId, changes)
    if (!row) throw new AppError('forbidden') // removed in the meantime
    await emit(ctx, tx, id, { type: 'member.updated', user_id: row.user_id })
    return presentOwnSettings(row)
  })
}

/** Removes a member, or lets one leave. From then on the organization refuses all their sessions, tokens and keys. */
const removeMember: Verb<'removeMember'> = async (ctx, { organization, user }) => {
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
    await recordAudit(ctx, tx, { organizationId: organization.id, action: 'member.removed', target })
    await endTokensFor(tx, organization.id, member.user_id)
    await emit(ctx, tx, organization.id, { type: 'member.updated', user_id: member.user_id })
  })
}

/**
 * Gives a member another role, which applies from their next request on. Roles are read again under the lock, so that
 * if the only two owners demote each other at once, the second request is refused with `last_owner`.
 * @throws AppError 403 if the old or the new role is above one's own; 409 `last_owner`
 */
const updateMember: Verb<'updateMember'> = async (ctx, input) => {
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
    if (member.role !== body.role)
      await recordAudit(ctx, tx, { organizationId: organization.id, action: 'member.role_changed', target })
    await emit(ctx, tx, organization.id, { type: 'member.updated', user_id: member.user_id })
    return presentMember({ ...member, role: body.role }, ctx.now())
  })
}

export const memberRoutes = {
  listMembers: {
    async run(ctx, { organization }) {
      const rows = await selectMembers(ctx.database.read, organization.id)
      return rows.map((row) => presentMember(row, ctx.now()))
    },
  },
  getOwnMember: { run: getOwnMember },
  updateOwnMember: { run: updateOwnMember },
  updateMember: { run: updateMember },
  removeMember: { run: removeMember },
  listInvitations: {
    run: async (ctx, { organization }) =>
      (await selectInvitations(ctx.database.read, organization.id, ctx.now())).map(presentInvitation),
  },
  createInvitation: { run: createInvitation },
  revokeInvitation: { run: revokeInvitation },
  lookAtInvitation: { run: lookAtInvitation },
  acceptInvitation: { run: acceptInvitation },
} satisfies Partial<Bindings>
