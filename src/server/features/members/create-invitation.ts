import { actingUserId } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { mailInvitationJob } from './jobs.ts'
import { mayGive } from './may-change.ts'
import { presentInvitation } from './presenter.ts'
import {
  endInvitationsTo,
  hasMemberWithEmail,
  insertInvitation,
  selectInvitationTo,
  selectInvitedSince,
  selectMember,
} from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const INVITATION_MS = 7 * DAY_MS
const INVITATIONS_A_DAY = 100 // of one organization

/**
 * Invites an address, and ends an earlier invitation. The link is only mailed, so that the inviter can't use it;
 * without mail, the answer shows it this once.
 * @throws AppError 403 if this or the earlier invitation is to a role above one's own; 422 on `email` if a member has
 * the address; 429 `rate_limit_exceeded` after as many invitations within 24 hours as an organization may make
 */
export const createInvitation: Verb<'createInvitation'> = async (ctx, { organization, body }) => {
  const token = newToken()
  const inviterId = actingUserId(ctx)
  const email = body.email.toLowerCase()
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id)
    const inviter = await selectMember(tx, organization.id, inviterId)
    if (!mayGive(inviter?.role, body.role)) throw new AppError('forbidden')
    if (await hasMemberWithEmail(tx, organization.id, email)) throw invalid('email', 'is a member already')
    const now = ctx.now()
    const earlier = await selectInvitationTo(tx, organization.id, email, now)
    if (earlier && !mayGive(inviter?.role, earlier.role)) throw new AppError('forbidden')
    await refuseTooMany(tx, organization.id, now)
    await endInvitationsTo(tx, organization.id, email, now)
    const row = {
      id: newId(),
      organization_id: organization.id,
      email,
      role: body.role,
      token_hash: hashToken(token),
      inviter_id: inviterId,
      created_at: now,
      expires_at: now + INVITATION_MS,
      ended_at: null,
      mail_error: null,
    }
    await insertInvitation(tx, row)
    const target = { type: 'invitation' as const, id: row.id, name: email }
    await recordAudit(ctx, tx, organization.id, 'invitation.created', target)
    await emit(ctx, tx, organization.id, { type: 'member.updated' })
    if (!ctx.mail) return ctx.answer(tx, { ...presentInvitation(row), link: `${ctx.publicUrl}/invitation#${token}` })
    await ctx.jobs.send(tx, mailInvitationJob, { invitationId: row.id }) // which replaces the token
    return ctx.answer(tx, presentInvitation(row))
  })
}

/** @throws AppError 429 `rate_limit_exceeded` if the organization has made its number of invitations within a day */
async function refuseTooMany(tx: Tx, organizationId: string, now: number): Promise<void> {
  const limit = INVITATIONS_A_DAY
  const times = await selectInvitedSince(tx, organizationId, now - DAY_MS, limit)
  const oldest = times[limit - 1]
  if (oldest === undefined) return
  const until = oldest + DAY_MS
  throw new AppError('rate_limit_exceeded', {
    message: `${limit} people have been invited within a day. Invite more tomorrow.`,
    headers: {
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': 0,
      'X-RateLimit-Reset': Math.ceil(until / 1000),
      'Retry-After': Math.ceil((until - now) / 1000),
    },
  })
}
