import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName, lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hasTwoFactor, takeCode } from '../two-factor/index.ts'
import { presentSession } from './authenticate-session.ts'
import { FAILURE_WINDOW_MS, type FailureLimit, limitsFor, tenOf } from './failure-limits.ts'
import { verifyPassword } from './password.ts'
import { deleteFailuresBefore, insertFailure, selectFailures, selectUser, selectUserByEmail } from './queries.ts'
import { knownDevice, letIn, startSession } from './start-session.ts'

/** Makes a function that runs the tasks of each key one after another, in the order of its calls. */
function oneAtATime() {
  const last = new Map<string, Promise<unknown>>()

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key)
    const result = before ? before.then(work) : work()
    const settled = result.catch(() => undefined)
    last.set(key, settled)
    try {
      return await result
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

interface Attempt {
  /** The limits of failures that the attempt is counted under. The first one holds exactly, however many come at once. */
  limits: readonly [FailureLimit, ...FailureLimit[]]
  /** Without an account the check takes as long and fails alike, so that it does not reveal which accounts exist. */
  user: Row<'users'> | undefined
  password: string
  wrong: AppError
}

const inTurn = oneAtATime()

/**
 * Runs `whenRight` in a transaction if the password is right. After as many failures as a limit allows, passwords are
 * refused unchecked; a success does not reset the counts. Many attempts at once can't exceed the first limit: those
 * with its key run one after another in this process, and failures stored by others are counted again under a lock.
 * @throws AppError `wrong`, or 429 `rate_limit_exceeded`; 503 `service_unavailable` when too many passwords wait
 */
export async function withRightPassword<Result>(
  ctx: Context,
  { limits, user, password, wrong }: Attempt,
  whenRight: (tx: Tx, user: Row<'users'>) => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = limits
  const refuse = async () => {
    for (const limit of limits) await refuseAfterFailures(ctx.database.read, limit, ctx.now())
  }
  return inTurn(first.key, async () => {
    await refuse() // before the wait for a turn; `verifyPassword` calls it once more after the wait
    const isRight = await verifyPassword(user?.password_hash, password, refuse)
    const outcome = await ctx.database.transaction(async (tx) => {
      const now = ctx.now()
      await lockName(tx, `password ${first.key}`)
      await refuseAfterFailures(tx, first, now)
      if (isRight && user && (await stillHas(tx, user))) return { result: await whenRight(tx, user) }
      await countFailure(tx, first, now)
      for (const limit of others) await countAmongOthers(tx, limit, now)
      return undefined
    })
    if (!outcome) throw wrong
    return outcome.result
  })
}

/** Whether the checked password is still the account's. Locks the account until the transaction ends. */
async function stillHas(tx: Tx, user: Row<'users'>): Promise<boolean> {
  await lockRow(tx, 'users', user.id)
  return (await selectUser(tx, user.id)).password_hash === user.password_hash
}

export async function countFailure(tx: Tx, { key }: FailureLimit, now: number): Promise<void> {
  await deleteFailuresBefore(tx, key, now - FAILURE_WINDOW_MS)
  await insertFailure(tx, { id: newId(), throttle_key: key, failed_at: now })
}

/** @throws AppError 429 `rate_limit_exceeded` after as many failures as are allowed */
export async function refuseAfterFailures(db: Db, limit: FailureLimit, now: number): Promise<void> {
  const until = await blockedUntil(db, limit, now)
  if (until !== undefined) throw tooManyFailures(until, now, limit.allowed)
}

const hasReached = async (db: Db, limit: FailureLimit, now: number): Promise<boolean> =>
  (await blockedUntil(db, limit, now)) !== undefined

async function blockedUntil(
  db: Db,
  { key, allowed, windowMs }: FailureLimit,
  now: number,
): Promise<number | undefined> {
  const failures = await selectFailures(db, key, now - windowMs, allowed)
  const oldest = failures[allowed - 1]
  return oldest === undefined ? undefined : oldest + windowMs
}

/**
 * Stores a failure under a shared key, and counts those before once more, as others may have failed since the check.
 * @throws AppError 429 `rate_limit_exceeded` if they are as many as are allowed
 */
async function countAmongOthers(tx: Tx, limit: FailureLimit, now: number): Promise<void> {
  await lockName(tx, `password ${limit.key}`)
  await refuseAfterFailures(tx, limit, now)
  await countFailure(tx, limit, now)
}

function tooManyFailures(until: number, now: number, allowed: number): AppError {
  const seconds = Math.ceil((until - now) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds <= 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`
  return new AppError('rate_limit_exceeded', {
    message: `Too many failed attempts. Try again in ${wait}.`,
    headers: {
      'X-RateLimit-Limit': allowed,
      'X-RateLimit-Remaining': 0,
      'X-RateLimit-Reset': Math.ceil(until / 1000),
      'Retry-After': seconds,
    },
  })
}

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
