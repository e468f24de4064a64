import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { withRightPassword } from './check-password.ts'
import { hashPassword } from './password.ts'
import { presentSession } from './present-session.ts'
import { changePassword, deleteSessionsOf, selectUser } from './queries.ts'

/** Changes the user's password and ends all their other sessions. */
export async function updateAccount(
  ctx: Context,
  { body }: VerbInput<'updateAccount'>,
): Promise<Data<'updateAccount'>> {
  if (ctx.actor.kind !== 'session') throw new AppError('unauthenticated')
  const { sessionId } = ctx.actor
  const userId = actingUserId(ctx)
  const attempt = {
    throttleKey: `account ${userId}`, // counted by account, from whichever address
    user: await selectUser(ctx.database.read, userId),
    password: body.current_password,
    wrong: invalid('current_password', 'is not your password'),
  }
  const passwordHash = await hashPassword(body.password)
  await withRightPassword(ctx, attempt, async (tx, user) => {
    await changePassword(tx, user.id, passwordHash)
    await deleteSessionsOf(tx, user.id, sessionId)
  })
  return presentSession(ctx.database.read, userId)
}
