import { newPerson } from '#contract/members.ts'
import { actingUserId, type Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { parse } from '../../validate.ts'
import { recordAudit } from '../audit/index.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { holdPermission, insertMembership } from '../organizations/index.ts'
import { createPerson, findPerson, letIn, personWithEmail, presentSession, startSession } from '../sessions/index.ts'
import { mailInvitationJob } from './jobs.ts'
import { mayGive } from './may-change.ts'
import { presentInvitation } from './presenter.ts'
import {
  endInvitation,
  endInvitationsTo,
  hasMemberWithEmail,
  insertInvitation,
  lockMembers,
  selectInvitationByHash,
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
    await recordAudit(ctx, tx, { organizationId: organization.id, action: 'invitation.created', target })
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

type Invitation = NonNullable<Awaited<ReturnType<typeof selectInvitationByHash>>>

/**
 * Shows an invitation to somebody who has its token: who invites which address to which organization.
 * @throws AppError 404 for a token that is wrong, used, revoked or expired
 */
export const lookAtInvitation: Verb<'lookAtInvitation'> = async (ctx, { body }) => {
  const invitation = await findInvitation(ctx, body.token)
  return {
    organization: invitation.organization_name,
    inviter: invitation.inviter_name,
    email: invitation.email,
    needs_account: (await personWithEmail(ctx.database.read, invitation.email)) === undefined,
  }
}

/**
 * Makes a member of who is signed in, or else of a new account with the invited address, which it signs in.
 * @throws AppError 404 for a token that is wrong, used, revoked or expired; 403 if whoever is signed in has another
 * address; 401 `invalid_credentials` if nobody is signed in but the address has an account, whatever password is sent
 */
export const acceptInvitation: Verb<'acceptInvitation'> = async (ctx, { body }) => {
  const invitation = await findInvitation(ctx, body.token)
  if (ctx.actor.kind === 'session') {
    const { userId } = ctx.actor
    const { email } = await findPerson(ctx.database.read, userId)
    if (email !== invitation.email) throw new AppError('forbidden')
    await ctx.database.transaction((tx) => join(ctx, tx, invitation, userId))
    return presentSession(ctx.database.read, userId)
  }
  if (await personWithEmail(ctx.database.read, invitation.email)) throw new AppError('invalid_credentials')
  const userId = newId()
  const { name, password } = parse(newPerson, body)
  const person = { id: userId, email: invitation.email, name, password }
  const { account, token } = await createPerson(ctx, person, async (tx, account) => {
    await join(ctx, tx, invitation, userId)
    return { account, token: await startSession(ctx, tx, userId) }
  })
  letIn(ctx, token, account)
  return presentSession(ctx.database.read, userId)
}

/** Uses up the invitation and adds the member. @throws AppError 404 if it has been used or revoked meanwhile */
async function join(ctx: Context, tx: Tx, invitation: Invitation, userId: string): Promise<void> {
  const { organization_id: organizationId, role } = invitation
  await lockMembers(tx, organizationId)
  if (!(await endInvitation(tx, invitation.id, ctx.now()))) throw new AppError('resource_not_found')
  const now = ctx.now()
  await insertMembership(tx, {
    organization_id: organizationId,
    user_id: userId,
    role,
    joined_at: now,
    last_seen_at: now,
  })
  const target = { type: 'invitation' as const, id: invitation.id, name: invitation.email }
  await recordAudit(ctx, tx, { organizationId, action: 'invitation.accepted', target, userId })
  await emit(ctx, tx, organizationId, { type: 'member.updated', user_id: userId })
}

const findInvitation = async (ctx: Context, token: string): Promise<Invitation> =>
  orNotFound(await selectInvitationByHash(ctx.database.read, hashToken(token), ctx.now()))

/** @throws AppError 403 if it is to a role above one's own */
export const revokeInvitation: Verb<'revokeInvitation'> = async (ctx, { organization, invitation }) => {
  await ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organization.id)
    const own = await selectMember(tx, organization.id, actingUserId(ctx))
    if (!mayGive(own?.role, invitation.role)) throw new AppError('forbidden')
    if (!(await endInvitation(tx, invitation.id, ctx.now()))) return
    const target = { type: 'invitation' as const, id: invitation.id, name: invitation.email }
    await recordAudit(ctx, tx, { organizationId: organization.id, action: 'invitation.revoked', target })
    await emit(ctx, tx, organization.id, { type: 'member.updated' })
  })
}
