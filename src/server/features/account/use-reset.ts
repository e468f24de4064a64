import { lockRow } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hashToken } from '../keys/index.ts'
import { deleteFailuresOf, deleteSessionsOf, findPerson, hashPassword, recordOfPerson } from '../sessions/index.ts'
import { removeTwoFactor } from '../two-factor/index.ts'
import { endTokensOf, selectTokenByHash, takeToken, updateUser } from './queries.ts'

/**
 * Gives an account another password, by the token of its newest link. Ends all its sessions and links, and turns
 * two-factor off if the link was made for that. Forgets the account's failed sign-ins, because whoever asks for a reset
 * has often used up the ten attempts that are allowed.
 *
 * @throws AppError 404 for a token that is wrong, used, replaced or expired
 */
export const usePasswordReset: Verb<'usePasswordReset'> = async (ctx, { body }) => {
  const tokenHash = hashToken(body.token)
  const row = await selectTokenByHash(ctx.database.read, 'password_reset', tokenHash)
  if (!row || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  const passwordHash = await hashPassword(body.password)
  await ctx.database.transaction(async (tx) => {
    const now = ctx.now()
    await lockRow(tx, 'users', row.user_id)
    if (!(await takeToken(tx, tokenHash, now))) throw new AppError('resource_not_found')
    await updateUser(tx, row.user_id, { password_hash: passwordHash })
    await recordOfPerson(ctx, tx, row.user_id, 'password.changed')
    await deleteSessionsOf(tx, row.user_id)
    await endTokensOf(tx, row.user_id, now)
    await deleteFailuresOf(tx, await findPerson(tx, row.user_id))
    if (row.ends_two_factor && (await removeTwoFactor(tx, row.user_id)))
      await recordOfPerson(ctx, tx, row.user_id, 'two_factor.disabled')
  })
}
