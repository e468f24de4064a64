import { hash, verify } from '@node-rs/argon2'
import { fewAtATime } from '../../concurrency/few-at-a-time.ts'
import { AppError } from '../../errors.ts'

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, parallelism 1. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a process's four background threads, which also read files and resolve names, passwords take two at most. */
const HASHES_AT_ONCE = 2
const WAITING = 500 // the last of them waits some ten seconds
const RETRY_SECONDS = 5
const inTurn = fewAtATime({ atOnce: HASHES_AT_ONCE, waitingAtMost: WAITING, refusal: tooManyWaiting })

let absentUserHash: Promise<string> | undefined

/**
 * Hashes a password with argon2id in a background thread, as a PHC string with its parameters.
 * @throws AppError 503 `service_unavailable` when too many passwords wait for their turn
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

/**
 * Checks a password. Takes as long for an account that does not exist (`passwordHash` undefined) as for a wrong
 * password.
 * @param before called once it is this password's turn; what it throws ends the check
 * @throws AppError 503 `service_unavailable` when too many passwords wait for their turn
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  before: () => Promise<void>,
): Promise<boolean> {
  return inTurn(async () => {
    await before()
    absentUserHash ??= hash('no account has this password', options)
    const matches = await verify(passwordHash ?? (await absentUserHash), password)
    return matches && passwordHash !== undefined
  })
}

function tooManyWaiting(): AppError {
  return new AppError('service_unavailable', {
    message: `The server has too much to do at the moment. Try again in ${RETRY_SECONDS} seconds.`,
    headers: { 'Retry-After': RETRY_SECONDS },
  })
}
