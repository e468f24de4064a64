import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockName } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError, invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { createOrganization } from '../organizations/index.ts'
import { hashPassword } from './password.ts'
import { presentSession } from './present-session.ts'
import { hasUsers, insertUser } from './queries.ts'
import { startSession } from './start-session.ts'

type Body = VerbInput<'signUp'>['body']

/** Creates the first owner of this server. Works only once. */
export async function setUp(ctx: Context, input: VerbInput<'setUp'>): Promise<Data<'setUp'>> {
  const refuse = async (tx: Tx | typeof ctx.database.read) => {
    if (await hasUsers(tx)) throw new AppError('already_set_up')
  }
  await refuse(ctx.database.read)
  return createOwner(ctx, input.body, refuse)
}

/** Creates another owner with an organization of their own, if the operator allows it. */
export async function signUp(ctx: Context, input: VerbInput<'signUp'>): Promise<Data<'signUp'>> {
  if (ctx.config.signUp !== 'open') throw new AppError('sign_up_closed')
  return createOwner(ctx, input.body)
}

async function createOwner(ctx: Context, body: Body, check?: (tx: Tx) => Promise<void>): Promise<Data<'signUp'>> {
  const passwordHash = await hashPassword(body.password)
  const user = {
    id: newId(),
    email: body.email.toLowerCase(),
    name: body.name,
    password_hash: passwordHash,
    created_at: ctx.now(),
  }
  try {
    const token = await ctx.database.transaction(async (tx) => {
      // Of two concurrent requests, the second waits here and then finds the first one's owner.
      await lockName(tx, 'owners')
      await check?.(tx)
      await insertUser(tx, user)
      await createOrganization(ctx, tx, { name: body.organization, ownerId: user.id })
      return startSession(ctx, tx, user.id)
    })
    ctx.setSessionCookie(token)
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid('email', 'is already in use')
    throw error
  }
  return presentSession(ctx.database.read, user.id)
}
