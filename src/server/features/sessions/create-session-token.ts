import { actingUserId, type PostContext } from '../../context.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hashToken, newSessionToken } from '../keys/index.ts'
import { holdSession, organizationsOf } from '../organizations/index.ts'
import { deleteExpiredTokens, insertSessionToken } from './queries.ts'

const TOKEN_MS = 15 * 60 * 1000

/**
 * Creates a bearer token for /v1 and one organization, which ends after 15 minutes or with the session. It may do what
 * its holder's role there allows.
 * @throws AppError 401 if the session has ended; 403 if the user is not in the organization; 422 on `organization` if
 * they are in several and name none
 */
export const createSessionToken: Verb<'createSessionToken'> = async (ctx, { body }) => {
  if (ctx.actor.kind !== 'session') throw new AppError('unauthenticated')
  const { sessionId } = ctx.actor
  const organizationId = await chosenOrganization(ctx, body.organization)
  const token = newSessionToken()
  const now = ctx.now()
  const expiresAt = now + TOKEN_MS
  return ctx.database.transaction(async (tx) => {
    if (!(await holdSession(tx, sessionId))) throw new AppError('unauthenticated') // ended while the body arrived
    await deleteExpiredTokens(tx, sessionId, now)
    const row = { session_id: sessionId, organization_id: organizationId, expires_at: expiresAt }
    await insertSessionToken(tx, { ...row, token_hash: hashToken(token) })
    return ctx.answer(tx, { token, expires_at: isoTime(expiresAt) })
  })
}

async function chosenOrganization(ctx: PostContext, wanted: string | undefined): Promise<string> {
  const own = await organizationsOf(ctx.database.read, actingUserId(ctx))
  if (wanted === undefined && own.length > 1) throw invalid('organization', 'is required of a member of several')
  const chosen = wanted === undefined ? own[0] : own.find(({ id }) => id === wanted)
  if (!chosen) throw new AppError('forbidden')
  return chosen.id
}
