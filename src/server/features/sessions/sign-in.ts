import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { verifyPassword } from './password.ts'
import { presentSession } from './present-session.ts'
import { deleteFailure, deleteFailuresBefore, insertFailure, selectFailures, selectUserByEmail } from './queries.ts'
import { startSession } from './start-session.ts'

/** How long a failure counts. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000
const FAILURES_ALLOWED = 10

/** Signs in. Ten failures in 15 minutes from one address on one account and it has to wait; successes don't count. */
export async function signIn(ctx: Context, input: VerbInput<'signIn'>): Promise<Data<'signIn'>> {
  const email = input.body.email.toLowerCase()
  const throttleKey = `${ctx.ip} ${email}`
  const now = ctx.now()
  const attempt = { id: newId(), throttle_key: throttleKey, failed_at: now }
  // Taken for a failure until it proves none: of a thousand guesses at once, ten are looked at.
  const failures = await ctx.database.transaction(async (tx) => {
    await lockName(tx, `sign-in ${throttleKey}`)
    await deleteFailuresBefore(tx, throttleKey, now - FAILURE_WINDOW_MS)
    const known = await selectFailures(tx, throttleKey, now - FAILURE_WINDOW_MS, FAILURES_ALLOWED)
    if (known.length < FAILURES_ALLOWED) await insertFailure(tx, attempt)
    return known
  })
  if (failures.length >= FAILURES_ALLOWED) throw tooManyFailures(failures.at(-1)! + FAILURE_WINDOW_MS, now)

  const user = await selectUserByEmail(ctx.database.read, email)
  if (!(await verifyPassword(user?.password_hash, input.body.password)) || !user)
    throw new AppError('invalid_credentials')
  const token = await ctx.database.transaction(async (tx) => {
    await deleteFailure(tx, attempt.id)
    return startSession(ctx, tx, user.id)
  })
  ctx.setSessionCookie(token)
  return presentSession(ctx.database.read, user.id)
}

function tooManyFailures(until: number, now: number): AppError {
  const seconds = Math.ceil((until - now) / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new AppError('rate_limit_exceeded', {
    message: `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    headers: {
      'X-RateLimit-Limit': FAILURES_ALLOWED,
      'X-RateLimit-Remaining': 0,
      'X-RateLimit-Reset': Math.ceil(until / 1000),
      'Retry-After': seconds,
    },
  })
}
