import { actingUserId, type Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { networkOf } from '../../network-of.ts'
import { hashToken } from '../keys/index.ts'
import {
  countFailure,
  deleteFailuresOf,
  deleteSessionsOf,
  findPerson,
  hashPassword,
  recordOfPerson,
  refuseAfterFailures,
  refusingTakenAddress,
  tenOf,
  withRightPassword,
} from '../sessions/index.ts'
import { beginTwoFactor, confirmSecret, removeTwoFactor, twoFactorState } from '../two-factor/index.ts'
import { accountMailJob, requestResetJob } from './jobs.ts'
import { endTokensOf, selectTokenByHash, takeToken, updateUser } from './queries.ts'
import { tellOfPerson, updateAccount } from './update-account.ts'

/**
 * Sets the address that a mailed token confirms, tells the old one if this server sends mail, and ends all sessions of
 * the account but the one that sends this request.
 * @throws AppError 404 for a token that is wrong, used, replaced or expired; 422 if the address is taken meanwhile
 */
const confirmEmail: Verb<'confirmEmail'> = async (ctx, { body }) => {
  const { actor } = ctx
  const tokenHash = hashToken(body.token)
  const row = await selectTokenByHash(ctx.database.read, 'email', tokenHash)
  if (!row?.email || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  const { user_id: userId, email } = row
  const keptId = actor.kind === 'session' && actor.userId === userId ? actor.sessionId : undefined
  await refusingTakenAddress(() =>
    ctx.database.transaction(async (tx) => {
      const now = ctx.now()
      await lockRow(tx, 'users', userId)
      if (!(await takeToken(tx, tokenHash, now))) throw new AppError('resource_not_found')
      const { email: before } = await findPerson(tx, userId)
      await updateUser(tx, userId, { email })
      await deleteSessionsOf(tx, userId, keptId)
      await endTokensOf(tx, userId, now)
      await tellOfPerson(ctx, tx, userId)
      if (ctx.mail) await ctx.jobs.send(tx, accountMailJob, { kind: 'email_changed', userId, to: before })
    }),
  )
}

/** Requests that one network may make in a minute, whatever accounts they name. */
const REQUESTS_A_MINUTE = 30
/** Requests a minute from an address that many clients share, so that a stranger does not keep all from asking. */
const SHARED_REQUESTS_A_MINUTE = 300

/** Leaves the search for the account to a job, so that neither the answer nor its time tells whether there is one. */
const requestPasswordReset: Verb<'requestPasswordReset'> = async (ctx, { body }) => {
  const allowed = ctx.isAddressShared ? SHARED_REQUESTS_A_MINUTE : REQUESTS_A_MINUTE
  const counted = await ctx.rateLimits.consume(`ip:${networkOf(ctx.ip)}:password-resets`, allowed)
  const seconds = Math.max(1, Math.ceil((counted.resetAt - ctx.now()) / 1000))
  if (!counted.allowed) throw new AppError('rate_limit_exceeded', { headers: { 'Retry-After': seconds } })
  if (ctx.mail) await ctx.database.transaction((tx) => ctx.jobs.send(tx, requestResetJob, { email: body.email }))
  return {}
}

/**
 * Gives an account another password, by the token of its newest link. Ends all its sessions and links, and turns
 * two-factor off if the link was made for that. Forgets the account's failed sign-ins, because whoever asks for a reset
 * has often used up the ten attempts that are allowed.
 *
 * @throws AppError 404 for a token that is wrong, used, replaced or expired
 */
const usePasswordReset: Verb<'usePasswordReset'> = async (ctx, { body }) => {
  const tokenHash = hashToken(body.token)
  const row = await selectTokenByHash(ctx.database.read, 'password_reset', tokenHash)
  if (!row || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  const passwordHash = await hashPassword(body.password)
  await ctx.database.transaction(async (tx) => {
    const now = ctx.now()
    await lockRow(tx, 'users', row.user_id)
    if (!(await takeToken(tx, tokenHash, now))) throw new AppError('resource_not_found')
    await updateUser(tx, row.user_id, { password_hash: passwordHash })
    await recordOfPerson(ctx, tx, row.user_id, 'password.changed')
    await deleteSessionsOf(tx, row.user_id)
    await endTokensOf(tx, row.user_id, now)
    await deleteFailuresOf(tx, await findPerson(tx, row.user_id))
    if (row.ends_two_factor && (await removeTwoFactor(tx, row.user_id)))
      await recordOfPerson(ctx, tx, row.user_id, 'two_factor.disabled')
  })
}

/** Shows somebody who knows the password a new secret. It takes effect when one of its codes has been confirmed. */
const startTwoFactor: Verb<'startTwoFactor'> = async (ctx, { body }) =>
  knowingPassword(ctx, body.password, async (tx, user) => ctx.answer(tx, await beginTwoFactor(tx, user)))

/**
 * Turns two-factor on, and shows the recovery codes this once. After ten wrong codes in 15 minutes no code is accepted,
 * so that somebody who has only got hold of the session can't guess their way to recovery codes. Wrong codes here do
 * not count as failed sign-ins.
 * @throws AppError 422 on `code` if it is wrong; 429 `rate_limit_exceeded` after too many wrong ones
 */
const confirmTwoFactor: Verb<'confirmTwoFactor'> = async (ctx, { body }) => {
  const userId = actingUserId(ctx)
  const limit = tenOf(`confirm two-factor ${userId}`)
  const answer = await ctx.database.transaction(async (tx) => {
    const now = ctx.now()
    await lockRow(tx, 'users', userId)
    await refuseAfterFailures(tx, limit, now)
    const codes = await confirmSecret(tx, userId, body.code, now)
    if (codes) {
      await recordOfPerson(ctx, tx, userId, 'two_factor.enabled')
      return ctx.answer(tx, { recovery_codes: codes })
    }
    await countFailure(tx, limit, now)
    return undefined
  })
  if (!answer) throw invalid('code', 'is not the one that your authenticator shows now')
  return answer
}

const endTwoFactor: Verb<'endTwoFactor'> = async (ctx, { body }) => {
  await knowingPassword(ctx, body.password, async (tx, user) => {
    if (await removeTwoFactor(tx, user.id)) await recordOfPerson(ctx, tx, user.id, 'two_factor.disabled')
  })
}

/** Runs `work` if the password is right. Wrong passwords count together with those sent to `PATCH /account`. */
async function knowingPassword<Result>(
  ctx: Context,
  password: string,
  work: (tx: Tx, user: Row<'users'>) => Promise<Result>,
): Promise<Result> {
  const userId = actingUserId(ctx)
  const user = await findPerson(ctx.database.read, userId)
  const wrong = invalid('password', 'is not your password')
  return withRightPassword(ctx, { limits: [tenOf(`account ${userId}`)], user, password, wrong }, work)
}

export const accountRoutes = {
  updateAccount: { run: updateAccount },
  confirmEmail: { run: confirmEmail },
  getTwoFactor: {
    async run(ctx) {
      const { isOn, codesLeft } = await twoFactorState(ctx.database.read, actingUserId(ctx))
      return { is_on: isOn, recovery_codes_left: codesLeft }
    },
  },
  startTwoFactor: { run: startTwoFactor },
  confirmTwoFactor: { run: confirmTwoFactor },
  endTwoFactor: { run: endTwoFactor },
  requestPasswordReset: { run: requestPasswordReset },
  usePasswordReset: { run: usePasswordReset },
} satisfies Partial<Bindings>
