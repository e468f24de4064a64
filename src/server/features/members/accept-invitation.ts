import { newPerson } from '#contract/members.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { parse } from '../../validate.ts'
import { recordAudit } from '../audit/index.ts'
import { hashToken } from '../keys/index.ts'
import { insertMembership } from '../organizations/index.ts'
import { createPerson, findPerson, letIn, personWithEmail, presentSession, startSession } from '../sessions/index.ts'
import { endInvitation, lockMembers, selectInvitationByHash } from './queries.ts'

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
  await recordAudit(ctx, tx, organizationId, 'invitation.accepted', target, { userId })
  await emit(ctx, tx, organizationId, { type: 'member.updated', user_id: userId })
}

async function findInvitation(ctx: Context, token: string): Promise<Invitation> {
  return orNotFound(await selectInvitationByHash(ctx.database.read, hashToken(token), ctx.now()))
}
