import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { createOrganization } from '../organizations/index.ts'
import { createPerson } from './create-person.ts'
import { presentSession } from './present-session.ts'
import { hasUsers } from './queries.ts'
import { letIn, startSession } from './start-session.ts'

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
