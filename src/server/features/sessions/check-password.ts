import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName, lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { FAILURE_WINDOW_MS, type FailureLimit } from './failure-limits.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { verifyPassword } from './password.ts'
import { deleteFailuresBefore, insertFailure, selectFailures, selectUser } from './queries.ts'

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

export const hasReached = async (db: Db, limit: FailureLimit, now: number): Promise<boolean> =>
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
