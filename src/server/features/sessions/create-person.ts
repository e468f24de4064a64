import type { Context } from '../../context.ts'
import { lockName } from '../../db/lock.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { invalid } from '../../errors.ts'
import { hashPassword } from './password.ts'
import { insertUser, selectUserByEmail } from './queries.ts'

interface NewPerson {
  id: string
  email: string
  name: string
  password: string
}

/**
 * Creates an account, and runs `then` in the same transaction.
 * @param before called first in the transaction, under a lock: of two requests that create accounts at once, the second
 * waits here and then finds the first one's account
 * @throws AppError 422 on `email` if an account with this address exists; what `before` and `then` throw
 */
export async function createPerson<Result>(
  ctx: Context,
  { id, email, name, password }: NewPerson,
  then: (tx: Tx, person: NewRow<'users'>) => Promise<Result>,
  before?: (tx: Tx) => Promise<void>,
): Promise<Result> {
  if (await selectUserByEmail(ctx.database.read, email)) throw addressTaken()
  const row = { id, email, name, password_hash: await hashPassword(password), created_at: ctx.now() }
  return refusingTakenAddress(() =>
    ctx.database.transaction(async (tx) => {
      await lockName(tx, 'owners')
      await before?.(tx)
      await insertUser(tx, row)
      return then(tx, row)
    }),
  )
}

export const addressTaken = () => invalid('email', 'is already in use')

/** Runs `work`; only a unique index notices if two accounts take an address at once. @throws AppError 422 on `email` */
export async function refusingTakenAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error, { table: 'users', columns: ['email'] }) ? addressTaken() : error
  }
}
