import { tooMany } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { networkOf } from '../../network-of.ts'
import { requestResetJob } from './jobs.ts'

/** Requests that one network may make in a minute, whatever accounts they name. */
const REQUESTS_A_MINUTE = 30
/** Requests a minute from an address that many clients share, so that a stranger does not keep all from asking. */
const SHARED_REQUESTS_A_MINUTE = 300

/** Leaves the search for the account to a job, so that neither the answer nor its time tells whether there is one. */
export const requestPasswordReset: Verb<'requestPasswordReset'> = async (ctx, { body }) => {
  const allowed = ctx.isAddressShared ? SHARED_REQUESTS_A_MINUTE : REQUESTS_A_MINUTE
  const counted = await ctx.rateLimits.consume(`ip:${networkOf(ctx.ip)}:password-resets`, allowed)
  if (!counted.allowed) throw tooMany(counted, ctx.now())
  if (ctx.mail) await ctx.database.transaction((tx) => ctx.jobs.send(tx, requestResetJob, { email: body.email }))
  return {}
}
