import { lockRow } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hashToken } from '../keys/index.ts'
import { deleteSessionsOf, findPerson, refusingTakenAddress } from '../sessions/index.ts'
import { accountMailJob } from './jobs.ts'
import { endTokensOf, selectTokenByHash, takeToken, updateUser } from './queries.ts'
import { tellOfPerson } from './update-account.ts'

/**
 * Sets the address that a mailed token confirms, tells the old one if this server sends mail, and ends all sessions of
 * the account but the one that sends this request.
 * @throws AppError 404 for a token that is wrong, used, replaced or expired; 422 if the address is taken meanwhile
 */
export const confirmEmail: Verb<'confirmEmail'> = async (ctx, { body }) => {
  const { actor } = ctx
  const tokenHash = hashToken(body.token)
  const row = await selectTokenByHash(ctx.database.read, 'email', tokenHash)
  if (!row?.email || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  const { user_id: userId, email } = row
  const keptId = actor.kind === 'session' && actor.userId === userId ? actor.sessionId : undefined
  await refusingTakenAddress(() =>
    ctx.database.transaction(async (tx) => {
      const now = ctx.now()
      await lockRow(tx, 'users', userId)
      if (!(await takeToken(tx, tokenHash, now))) throw new AppError('resource_not_found')
      const { email: before } = await findPerson(tx, userId)
      await updateUser(tx, userId, { email })
      await deleteSessionsOf(tx, userId, keptId)
      await endTokensOf(tx, userId, now)
      await tellOfPerson(ctx, tx, userId)
      if (ctx.mail) await ctx.jobs.send(tx, accountMailJob, { kind: 'email_changed', userId, to: before })
    }),
  )
}
