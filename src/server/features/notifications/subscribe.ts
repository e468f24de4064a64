import { areKeysValid } from '../../adapters/push/push-message.ts'
import { actingUserId } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { holdPermission } from '../organizations/index.ts'
import { putSubscription } from './subscription-queries.ts'
import { pushSubject } from './vapid.ts'

const MOST_BROWSERS = 20 // a member's; beyond them, the one that subscribed first is forgotten

/** Subscribes the browser of this session to what the member is pushed, until the session ends. */
export const createPushSubscription: Verb<'createPushSubscription'> = async (ctx, { organization, body }) => {
  const { actor } = ctx
  if (actor.kind !== 'session') throw new AppError('forbidden')
  const { endpoint, keys } = body
  if (pushSubject(ctx.config) === undefined) throw invalid('endpoint', "can't be used: this server pushes no messages")
  const refusal = ctx.outbound.check(endpoint, { httpsOnly: true })
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'endpoint', message: refusal }] })
  if (!areKeysValid(keys)) throw invalid('keys', 'must be those of a push subscription')
  const row = {
    id: newId(),
    ...{ organization_id: organization.id, user_id: actingUserId(ctx), session_id: actor.sessionId },
    ...{ endpoint, p256dh: keys.p256dh, auth: keys.auth, created_at: ctx.now() },
  }
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id)
    await putSubscription(tx, row, MOST_BROWSERS)
    return ctx.answer(tx, { id: row.id })
  })
}
