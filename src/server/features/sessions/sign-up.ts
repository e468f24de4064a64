import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName } from '../../db/lock.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { createOrganization } from '../organizations/index.ts'
import { presentSession } from './authenticate-session.ts'
import { hashPassword } from './password.ts'
import { hasUsers, insertUser, selectUserByEmail } from './queries.ts'
import { letIn, startSession } from './start-session.ts'

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

type Body = VerbInput<'signUp'>['body']

/** Creates the first owner of this server. Works only once. */
export const setUp: Verb<'setUp'> = async (ctx, input) => {
  const refuse = async (tx: Tx | typeof ctx.database.read) => {
    if (await hasUsers(tx)) throw new AppError('already_set_up')
  }
  await refuse(ctx.database.read)
  return createOwner(ctx, input.body, refuse)
}

/** Creates another owner with an organization of their own, if the operator allows it. */
export const signUp: Verb<'signUp'> = async (ctx, input) => {
  if (ctx.config.signUp !== 'open') throw new AppError('sign_up_closed')
  return createOwner(ctx, input.body)
}

async function createOwner(ctx: Context, body: Body, check?: (tx: Tx) => Promise<void>): Promise<Data<'signUp'>> {
  const user = { id: newId(), email: body.email.toLowerCase(), name: body.name, password: body.password }
  const begin = async (tx: Tx, account: NewRow<'users'>) => {
    await createOrganization(ctx, tx, body.organization, user.id)
    return { account, token: await startSession(ctx, tx, user.id) }
  }
  const { account, token } = await createPerson(ctx, user, begin, check)
  letIn(ctx, token, account)
  return presentSession(ctx.database.read, user.id)
}
