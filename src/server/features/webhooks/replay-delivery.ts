import { lockRow } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { newDelivery, storeDelivery } from './announce.ts'
import { deliverJob } from './jobs.ts'
import { showDelivery } from './list-deliveries.ts'
import { lockDelivery, selectEndpoint } from './queries.ts'

/**
 * Sends an event again as a new delivery. It keeps its `webhook-id`, because to the receiver it is the same event.
 * @throws AppError 404 when the delivery was erased while the request's body arrived, or its endpoint has been deleted
 */
export const replayDelivery: Verb<'replayWebhookDelivery'> = async (ctx, { agent, delivery }) => {
  const { event, payload, webhook_id: webhookId } = delivery
  return ctx.database.transaction(async (tx) => {
    // Whoever erases a conversation locks it first, and takes its deliveries with it.
    if (delivery.conversation_id) await lockRow(tx, 'conversations', delivery.conversation_id)
    if (!(await lockDelivery(tx, delivery.id))) throw new AppError('resource_not_found')
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
