import type { PostContext } from '../../context.ts'
import { isoTime } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { VerbResult } from '../../http/binding.ts'
import { hashToken, newSessionToken } from '../keys/index.ts'
import { deleteExpiredTokens, insertSessionToken } from './queries.ts'

const TOKEN_MS = 15 * 60 * 1000

/** Creates a bearer token with every scope of the public API. It ends with the session. */
export async function createSessionToken(ctx: PostContext): Promise<VerbResult<'createSessionToken'>> {
  if (ctx.actor.kind !== 'session') throw new AppError('unauthenticated')
  const { sessionId } = ctx.actor
  const token = newSessionToken()
  const now = ctx.now()
  return ctx.database.transaction(async (tx) => {
    await deleteExpiredTokens(tx, sessionId, now)
    await insertSessionToken(tx, { token_hash: hashToken(token), session_id: sessionId, expires_at: now + TOKEN_MS })
    return ctx.answer(tx, { token, expires_at: isoTime(now + TOKEN_MS) })
  })
}
