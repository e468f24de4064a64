import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName, lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { verifyPassword } from './password.ts'
import { deleteFailuresBefore, insertFailure, selectFailures, selectUser } from './queries.ts'

/** Milliseconds for which a failed attempt counts. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000
const FAILURES_ALLOWED = 10
/** Failures allowed to one network on all accounts together; an office of forgetful people has fewer. */
const NETWORK_FAILURES_ALLOWED = 100

interface Attempt {
  /** The key under which failures are counted. */
  throttleKey: string
  /** The key under which failures of the caller's network are counted as well; absent for somebody who is signed in. */
  networkKey?: string
  /**
   * The account; undefined if there is none. The check then takes as long and fails in the same way, so that it does
   * not reveal which accounts exist.
   */
  user: Row<'users'> | undefined
  password: string
  /** The error for a wrong password. */
  wrong: AppError
}

const inTurn = oneAtATime()

/**
 * Runs `whenRight` in a transaction if the password is right. After ten failures in 15 minutes under `throttleKey`, or
 * a hundred under `networkKey`, passwords are refused unchecked; a success does not reset the counts.
 *
 * A failure is only stored after the check, but many attempts sent at once can't exceed the limit: those with one key
 * run one after another in this process, and failures stored by other processes are counted again, under a lock, before
 * the answer.
 *
 * @throws AppError `wrong`, or 429 `rate_limit_exceeded`; 503 `service_unavailable` when too many passwords wait
 */
export async function withRightPassword<Result>(
  ctx: Context,
  { throttleKey, networkKey, user, password, wrong }: Attempt,
  whenRight: (tx: Tx, user: Row<'users'>) => Promise<Result>,
): Promise<Result> {
  const refuse = async () => {
    if (networkKey) await refuseAfterNetworkFailures(ctx.database.read, networkKey, ctx.now())
    await refuseAfterFailures(ctx.database.read, throttleKey, ctx.now())
  }
  return inTurn(throttleKey, async () => {
    await refuse() // before the wait for a turn; `verifyPassword` calls it once more after the wait
    const isRight = await verifyPassword(user?.password_hash, password, refuse)
    const outcome = await ctx.database.transaction(async (tx) => {
      const now = ctx.now()
      await lockName(tx, `password ${throttleKey}`)
      await refuseAfterFailures(tx, throttleKey, now)
      if (isRight && user && (await stillHas(tx, user))) return { result: await whenRight(tx, user) }
      await countFailure(tx, throttleKey, now)
      if (networkKey) await countNetworkFailure(tx, networkKey, now)
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

/** Stores a failed attempt. */
export async function countFailure(tx: Tx, throttleKey: string, now: number): Promise<void> {
  await deleteFailuresBefore(tx, throttleKey, now - FAILURE_WINDOW_MS)
  await insertFailure(tx, { id: newId(), throttle_key: throttleKey, failed_at: now })
}

/** @throws AppError 429 `rate_limit_exceeded` after as many failures in 15 minutes as are allowed */
export async function refuseAfterFailures(
  db: Db,
  throttleKey: string,
  now: number,
  allowed = FAILURES_ALLOWED,
): Promise<void> {
  const failures = await selectFailures(db, throttleKey, now - FAILURE_WINDOW_MS, allowed)
  const oldest = failures[allowed - 1]
  if (oldest !== undefined) throw tooManyFailures(oldest + FAILURE_WINDOW_MS, now, allowed)
}

const refuseAfterNetworkFailures = (db: Db, networkKey: string, now: number) =>
  refuseAfterFailures(db, networkKey, now, NETWORK_FAILURES_ALLOWED)

/**
 * Stores a failure of a network. Counts those before once more, as it may have tried other accounts since the check.
 * @throws AppError 429 `rate_limit_exceeded` if they are as many as are allowed
 */
async function countNetworkFailure(tx: Tx, networkKey: string, now: number): Promise<void> {
  await lockName(tx, `password ${networkKey}`)
  await refuseAfterNetworkFailures(tx, networkKey, now)
  await countFailure(tx, networkKey, now)
}

function tooManyFailures(until: number, now: number, allowed: number): AppError {
  const seconds = Math.ceil((until - now) / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new AppError('rate_limit_exceeded', {
    message: `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    headers: {
      'X-RateLimit-Limit': allowed,
      'X-RateLimit-Remaining': 0,
      'X-RateLimit-Reset': Math.ceil(until / 1000),
      'Retry-After': seconds,
    },
  })
}
