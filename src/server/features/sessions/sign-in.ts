import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { withRightPassword } from './check-password.ts'
import { presentSession } from './present-session.ts'
import { selectUserByEmail } from './queries.ts'
import { startSession } from './start-session.ts'

/**
 * Signs in with email and password. After ten failures in 15 minutes from one address on one account, further attempts
 * are refused.
 */
export async function signIn(ctx: Context, input: VerbInput<'signIn'>): Promise<Data<'signIn'>> {
  const email = input.body.email.toLowerCase()
  const attempt = {
    throttleKey: `${ctx.ip} ${email}`,
    user: await selectUserByEmail(ctx.database.read, email),
    password: input.body.password,
    wrong: new AppError('invalid_credentials'),
  }
  const { userId, token } = await withRightPassword(ctx, attempt, async (tx, user) => ({
    userId: user.id,
    token: await startSession(ctx, tx, user.id),
  }))
  ctx.setSessionCookie(token)
  return presentSession(ctx.database.read, userId)
}
