import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { verifyPassword } from './password.ts'
import { presentSession } from './present-session.ts'
import { countFailures, deleteFailuresBefore, insertFailure, selectUserByEmail } from './queries.ts'
import { startSession } from './start-session.ts'

const WINDOW_MS = 15 * 60 * 1000
const FAILURES_ALLOWED = 10

/** Signs in. Ten failures in 15 minutes from one address on one account and it has to wait; successes don't count. */
export async function signIn(ctx: Context, input: VerbInput<'signIn'>): Promise<Data<'signIn'>> {
  const email = input.body.email.toLowerCase()
  const throttleKey = `${ctx.ip} ${email}`
  const now = ctx.now()
  if ((await countFailures(ctx.database.read, throttleKey, now - WINDOW_MS)) >= FAILURES_ALLOWED)
    throw new AppError('rate_limit_exceeded', { message: 'Too many failed attempts. Try again in 15 minutes.' })

  const user = await selectUserByEmail(ctx.database.read, email)
  if (!(await verifyPassword(user?.password_hash, input.body.password)) || !user) {
    await ctx.database.transaction(async (tx) => {
      await deleteFailuresBefore(tx, throttleKey, now - WINDOW_MS)
      await insertFailure(tx, { id: newId(), throttle_key: throttleKey, failed_at: now })
    })
    throw new AppError('invalid_credentials')
  }
  ctx.setSessionCookie(await ctx.database.transaction((tx) => startSession(ctx, tx, user.id)))
  return presentSession(ctx.database.read, user.id)
}
