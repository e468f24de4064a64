import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { newDelivery, newWebhookId, storeDelivery } from './announce.ts'
import { deliverWebhook } from './delivery-job.ts'
import { showDelivery } from './list-deliveries.ts'
import { postDelivery } from './post-delivery.ts'
import { recordAttempt, TEST_EVENT } from './record-attempt.ts'
import { sampleEvent } from './sample-event.ts'

/** After this the answer shows the delivery still pending; the attempt itself goes on. */
const ANSWER_AFTER_MS = 5_000
/** Should this process die in the attempt, a job makes it instead; otherwise that finds nothing to do. */
const JOB_AFTER_SECONDS = 30

/**
 * Sends a sample event from this very process, past whatever else waits for the endpoint, and once only. An endpoint
 * that is off may be tried too: success switches it on.
 */
export async function sendTest(
  ctx: Context,
  { agent, endpoint }: VerbInput<'sendTestWebhook'>,
): Promise<Data<'sendTestWebhook'>> {
  const now = ctx.now()
  const [type = 'public_api_message_created'] = JSON.parse(endpoint.events) as WebhookEvent[]
  const payload = sampleEvent(agent.id, type, now)
  const delivery = newDelivery(endpoint, { event: TEST_EVENT, payload, webhookId: newWebhookId() }, now)
  await ctx.database.transaction(async (tx) => {
    await storeDelivery(ctx, tx, agent.organization_id, delivery)
    const attempt = { delivery_id: delivery.id, number: 1 }
    await ctx.jobs.send(tx, deliverWebhook, attempt, { delaySeconds: JOB_AFTER_SECONDS })
  })
  const { url, secret } = endpoint
  const attempt = postDelivery(ctx, { ...delivery, url, secret })
    .then((result) => recordAttempt(ctx, { ...delivery, organization_id: agent.organization_id }, result))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'A test of a webhook endpoint was cut off'))
  await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS).unref())])
  return showDelivery(ctx.database.read, delivery.id)
}
