import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hasTwoFactor, takeCode } from '../two-factor/index.ts'
import { countFailure, hasReached, refuseAfterFailures, withRightPassword } from './check-password.ts'
import { type FailureLimit, limitsFor, tenOf } from './failure-limits.ts'
import { knownDevice } from './known-device.ts'
import { presentSession } from './present-session.ts'
import { selectUserByEmail } from './queries.ts'
import { letIn, startSession } from './start-session.ts'

/**
 * Signs in with a password, and a code where there is a second factor. `limitsFor` and `limitsOfDevice` say how many
 * failures are allowed. Wrong codes count for the account, as whoever sends one knows the password.
 * @throws AppError 401 `invalid_credentials`; 401 `two_factor_required` if the code is missing; 429
 * `rate_limit_exceeded`
 */
export const signIn: Verb<'signIn'> = async (ctx, { body }) => {
  const email = body.email.toLowerCase()
  const user = await selectUserByEmail(ctx.database.read, email)
  const attempt = {
    limits: (await limitsOfDevice(ctx, user, (device) => `device ${device} ${email}`)) ?? limitsFor(email, ctx),
    user,
    password: body.password,
    wrong: new AppError('invalid_credentials'),
  }
  const outcome = await withRightPassword(ctx, attempt, async (tx, user) => {
    const refusal = await refuseWithoutCode(ctx, tx, user, body.code)
    return refusal ? { refusal } : { account: user, token: await startSession(ctx, tx, user.id) }
  }).catch((error: unknown) => {
    noteFailure(ctx, attempt.user, error, 'wrong password or unknown account')
    throw error
  })
  if ('refusal' in outcome) {
    noteFailure(ctx, attempt.user, outcome.refusal, 'wrong code')
    throw outcome.refusal
  }
  letIn(ctx, outcome.token, outcome.account)
  return presentSession(ctx.database.read, outcome.account.id)
}

/**
 * A known browser may fail ten times, whatever others do. Undefined otherwise, so that a copied cookie helps little.
 */
async function limitsOfDevice(
  ctx: Context,
  user: Row<'users'> | undefined,
  keyOf: (device: string) => string,
): Promise<[FailureLimit] | undefined> {
  const device = knownDevice(ctx, user)
  if (device === undefined) return undefined
  const limit = tenOf(keyOf(device))
  return (await hasReached(ctx.database.read, limit, ctx.now())) ? undefined : [limit]
}

/** Logs a failed sign-in, without anything that was typed: people type passwords into the email's field, too. */
function noteFailure(ctx: Context, user: Row<'users'> | undefined, error: unknown, why: string): void {
  if (!(error instanceof AppError)) return
  const from = { address: ctx.ip, userId: user?.id }
  if (error.code === 'invalid_credentials') ctx.log.warn(from, `failed sign-in: ${why}`)
  if (error.code === 'rate_limit_exceeded') ctx.log.warn(from, 'sign-in refused after too many failures')
}

/**
 * The error if a second factor's code is missing or wrong, which counts as a failed attempt.
 * @throws AppError 429 `rate_limit_exceeded` after ten wrong codes in 15 minutes
 */
async function refuseWithoutCode(
  ctx: Context,
  tx: Tx,
  user: Row<'users'>,
  code: string | undefined,
): Promise<AppError | undefined> {
  if (!(await hasTwoFactor(tx, user.id))) return undefined
  if (code === undefined) return new AppError('two_factor_required')
  const own = await limitsOfDevice(ctx, user, (device) => `two-factor ${user.id} ${device}`)
  const [limit] = own ?? [tenOf(`two-factor ${user.id}`)]
  const now = ctx.now()
  await refuseAfterFailures(tx, limit, now)
  if (await takeCode(tx, user.id, code, now)) return undefined
  await countFailure(tx, limit, now)
  return new AppError('invalid_credentials', { message: 'This code is wrong, or was used already.' })
}
