import type { WebhookEvent } from '#contract/events.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { bodyOf, newDelivery, newWebhookId, storeDelivery } from './announce.ts'
import { deliverJob } from './jobs.ts'
import { showDelivery } from './list-deliveries.ts'
import { postDelivery } from './post-delivery.ts'
import { recordAttempt, TEST_EVENT } from './record-attempt.ts'
import { sampleAnnouncement } from './sample-event.ts'

/** Milliseconds after which the answer shows the delivery as pending, while the attempt continues. */
const ANSWER_AFTER_MS = 5_000
/** Tests of one endpoint; each holds a connection for as long as the receiver lets it wait. */
const TESTS_AT_ONCE = 2
const RETRY_SECONDS = 15
/** Seconds after which a job makes the attempt if this process has died; otherwise the job finds nothing to do. */
const JOB_AFTER_SECONDS = 30

/**
 * Sends a sample event immediately and once. A success switches on an endpoint that is off.
 * @throws AppError 429 `rate_limit_exceeded` while the endpoint is tested twice already
 */
export const sendTest: Verb<'sendTestWebhook'> = async (ctx, { agent, endpoint }) => {
  const now = ctx.now()
  const [type = 'public_api_message_created'] = JSON.parse(endpoint.events) as WebhookEvent[]
  const payload = bodyOf(sampleAnnouncement(agent.id, type, now), now)
  const delivery = newDelivery(
    endpoint,
    { event: TEST_EVENT, payload, webhookId: newWebhookId(), conversationId: null },
    now,
  )
  const answer = async (tx: Tx) => ctx.answer(tx, await showDelivery(tx, delivery.id))
  const giveBack = await ctx.rateLimits.hold(`test:${endpoint.id}`, TESTS_AT_ONCE)
  if (!giveBack) throw tooManyTests()
  const stored = ctx.database.transaction(async (tx) => {
    await storeDelivery(ctx, tx, agent.organization_id, delivery)
    const attempt = { delivery_id: delivery.id, number: 1 }
    await ctx.jobs.send(tx, deliverJob, attempt, { delaySeconds: JOB_AFTER_SECONDS })
    await answer(tx)
  })
  await stored.catch((error: unknown) => {
    giveBack()
    throw error
  })
  const { url, secret } = endpoint
  const attempt = postDelivery(ctx, { ...delivery, url, secret })
    .then((result) => recordAttempt(ctx, { ...delivery, organization_id: agent.organization_id }, result))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'A test of a webhook endpoint was cut off'))
    .finally(giveBack)
  await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS).unref())])
  return ctx.database.transaction(answer) // replaces the first answer, which contained no attempt
}

const tooManyTests = () =>
  new AppError('rate_limit_exceeded', {
    message: `This endpoint is being tested already, and has not answered. Try again in ${RETRY_SECONDS} seconds.`,
    headers: { 'Retry-After': RETRY_SECONDS },
  })
