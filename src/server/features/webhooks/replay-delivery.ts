import type { PostContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { newDelivery, storeDelivery } from './announce.ts'
import { deliverJob } from './jobs.ts'
import { showDelivery } from './list-deliveries.ts'
import { selectEndpoint } from './queries.ts'

/**
 * Sends an event again as a new delivery with attempts of its own. It keeps its `webhook-id`, because to the receiver
 * it is the same event.
 */
export async function replayDelivery(
  ctx: PostContext,
  { agent, delivery }: VerbInput<'replayWebhookDelivery'>,
): Promise<VerbResult<'replayWebhookDelivery'>> {
  const { event, payload, webhook_id: webhookId } = delivery
  return ctx.database.transaction(async (tx) => {
    const endpoint = await selectEndpoint(tx, agent.id, delivery.endpoint_id)
    if (!endpoint)
      throw new AppError('resource_not_found', { message: 'The endpoint of this delivery has been deleted.' })
    const row = newDelivery(
      endpoint,
      { event, payload, webhookId, conversationId: delivery.conversation_id },
      ctx.now(),
    )
    await storeDelivery(ctx, tx, agent.organization_id, row)
    await ctx.jobs.send(tx, deliverJob, { delivery_id: row.id, number: 1 })
    return ctx.answer(tx, await showDelivery(tx, row.id), row.conversation_id)
  })
}
