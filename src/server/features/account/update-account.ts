import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { organizationsOf } from '../organizations/index.ts'
import {
  addressTaken,
  deleteSessionsOf,
  findPerson,
  hashPassword,
  personWithEmail,
  presentSession,
  recordOfPerson,
  refusingTakenAddress,
  tenOf,
  withRightPassword,
} from '../sessions/index.ts'
import { accountMailJob } from './jobs.ts'
import { endTokensOf, selectRequestTimes, updateUser } from './queries.ts'
import { prepareToken, REQUEST_WINDOW_MS, REQUESTS_AN_HOUR } from './tokens.ts'

/**
 * Changes a name, address or password. The latter two need the current password and end all other sessions. If this
 * server sends mail, a new address is to be confirmed first (`confirmEmail`).
 */
export const updateAccount: Verb<'updateAccount'> = async (ctx, { body }) => {
  if (ctx.actor.kind !== 'session') throw new AppError('unauthenticated')
  const { sessionId } = ctx.actor
  const userId = actingUserId(ctx)
  const names = body.name === undefined ? {} : { name: body.name }
  if (body.email === undefined && body.password === undefined)
    await ctx.database.transaction(async (tx) => {
      await updateUser(tx, userId, names)
      if (names.name !== undefined) await tellOfPerson(ctx, tx, userId)
    })
  else {
    const attempt = {
      limits: [tenOf(`account ${userId}`)] as const, // counts per account, whatever the session or the IP address
      user: await findPerson(ctx.database.read, userId),
      password: body.current_password ?? '',
      wrong: invalid('current_password', 'is not your password'),
    }
    const passwords = body.password === undefined ? {} : { password_hash: await hashPassword(body.password) }
    const wanted = { email: body.email?.toLowerCase(), changes: { ...names, ...passwords } }
    await refusingTakenAddress(() =>
      withRightPassword(ctx, attempt, (tx, user) => change(ctx, tx, user, sessionId, wanted)),
    )
  }
  return presentSession(ctx.database.read, userId)
}

async function change(
  ctx: Context,
  tx: Tx,
  user: Row<'users'>,
  sessionId: string,
  { email, changes }: { email: string | undefined; changes: Partial<Pick<Row<'users'>, 'name' | 'password_hash'>> },
): Promise<void> {
  const now = ctx.now()
  const isMoving = email !== undefined && email !== user.email
  if (isMoving && (await personWithEmail(tx, email))) throw addressTaken()
  const countsAtOnce = isMoving && !ctx.mail
  await updateUser(tx, user.id, { ...changes, ...(countsAtOnce && { email }) })
  if (changes.password_hash !== undefined) await recordOfPerson(ctx, tx, user.id, 'password.changed')
  if (changes.name !== undefined || countsAtOnce) await tellOfPerson(ctx, tx, user.id)
  if (countsAtOnce || changes.password_hash !== undefined) {
    await deleteSessionsOf(tx, user.id, sessionId)
    await endTokensOf(tx, user.id, now)
  }
  if (!isMoving || countsAtOnce) return
  await refuseTooManyAddresses(tx, user.id, now)
  const tokenId = await prepareToken(tx, { user_id: user.id, purpose: 'email', email }, now)
  await ctx.jobs.send(tx, accountMailJob, { kind: 'link', tokenId })
}

/** Emits an event in each of the person's organizations, so that dashboards there show the new name or address. */
export async function tellOfPerson(ctx: Context, tx: Tx, userId: string): Promise<void> {
  for (const { id } of await organizationsOf(tx, userId)) await emit(ctx, tx, id, { type: 'member.updated' })
}

/** Limits confirmation mails, as nobody may flood a mailbox. @throws AppError 429 `rate_limit_exceeded` */
async function refuseTooManyAddresses(tx: Tx, userId: string, now: number): Promise<void> {
  const requests = await selectRequestTimes(tx, userId, 'email', now - REQUEST_WINDOW_MS)
  const first = requests[requests.length - REQUESTS_AN_HOUR.email]
  if (first === undefined) return
  const seconds = Math.max(1, Math.ceil((first + REQUEST_WINDOW_MS - now) / 1000))
  throw new AppError('rate_limit_exceeded', {
    message: 'Too many addresses were to be confirmed within an hour. Try again later.',
    headers: { 'Retry-After': seconds },
  })
}
