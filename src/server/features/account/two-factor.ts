import { actingUserId, type Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import {
  countFailure,
  findPerson,
  recordOfPerson,
  refuseAfterFailures,
  tenOf,
  withRightPassword,
} from '../sessions/index.ts'
import { beginTwoFactor, confirmSecret, removeTwoFactor } from '../two-factor/index.ts'

/** Shows somebody who knows the password a new secret. It takes effect when one of its codes has been confirmed. */
export const startTwoFactor: Verb<'startTwoFactor'> = async (ctx, { body }) =>
  knowingPassword(ctx, body.password, async (tx, user) => ctx.answer(tx, await beginTwoFactor(tx, user)))

/**
 * Turns two-factor on, and shows the recovery codes this once. After ten wrong codes in 15 minutes no code is accepted,
 * so that somebody who has only got hold of the session can't guess their way to recovery codes. Wrong codes here do
 * not count as failed sign-ins.
 * @throws AppError 422 on `code` if it is wrong; 429 `rate_limit_exceeded` after too many wrong ones
 */
export const confirmTwoFactor: Verb<'confirmTwoFactor'> = async (ctx, { body }) => {
  const userId = actingUserId(ctx)
  const limit = tenOf(`confirm two-factor ${userId}`)
  const answer = await ctx.database.transaction(async (tx) => {
    const now = ctx.now()
    await lockRow(tx, 'users', userId)
    await refuseAfterFailures(tx, limit, now)
    const codes = await confirmSecret(tx, userId, body.code, now)
    if (codes) {
      await recordOfPerson(ctx, tx, userId, 'two_factor.enabled')
      return ctx.answer(tx, { recovery_codes: codes })
    }
    await countFailure(tx, limit, now)
    return undefined
  })
  if (!answer) throw invalid('code', 'is not the one that your authenticator shows now')
  return answer
}

export const endTwoFactor: Verb<'endTwoFactor'> = async (ctx, { body }) => {
  await knowingPassword(ctx, body.password, async (tx, user) => {
    if (await removeTwoFactor(tx, user.id)) await recordOfPerson(ctx, tx, user.id, 'two_factor.disabled')
  })
}

/** Runs `work` if the password is right. Wrong passwords count together with those sent to `PATCH /account`. */
async function knowingPassword<Result>(
  ctx: Context,
  password: string,
  work: (tx: Tx, user: Row<'users'>) => Promise<Result>,
): Promise<Result> {
  const userId = actingUserId(ctx)
  const user = await findPerson(ctx.database.read, userId)
  const wrong = invalid('password', 'is not your password')
  return withRightPassword(ctx, { limits: [tenOf(`account ${userId}`)], user, password, wrong }, work)
}
