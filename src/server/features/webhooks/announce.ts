import type { Dependencies, EventListener } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import type { Announcement } from '../../events/announcement.ts'
import { emit } from '../../events/emit.ts'
import { countNewDeliveries } from './counts.ts'
import { deliverJob } from './jobs.ts'
import { insertDelivery, selectActiveEndpoints } from './queries.ts'

/**
 * Stores one delivery and one job for each active endpoint that subscribes to an announced event, in the transaction
 * that emits it. So an event is sent if, and only if, that transaction commits.
 */
export const webhookEventListener: EventListener = async (deps, tx, { announcement }) => {
  if (!announcement) return
  const { type, data } = announcement
  const agentId = data.agent_id
  const endpoints = (await selectActiveEndpoints(tx, agentId)).filter((endpoint) =>
    (JSON.parse(endpoint.events) as string[]).includes(type),
  )
  if (endpoints.length === 0) return
  const now = deps.now()
  const payload = bodyOf(announcement, now)
  for (const endpoint of endpoints) {
    const delivery = newDelivery(
      endpoint,
      { event: type, payload, webhookId: newWebhookId(), conversationId: data.conversation.id },
      now,
    )
    await insertDelivery(tx, delivery)
    await deps.jobs.send(tx, deliverJob, { delivery_id: delivery.id, number: 1 })
  }
  await countNewDeliveries(
    tx,
    agentId,
    endpoints.map((endpoint) => endpoint.id),
  )
}

/** The body of a webhook request (Standard Webhooks 1.0, "Payload structure"). */
export const bodyOf = ({ type, data }: Announcement, now: number): string =>
  JSON.stringify({ type, timestamp: isoTime(now), data })

/** Makes the id by which receivers recognise an event, however often it is sent. */
export const newWebhookId = () => `msg_${newId().replaceAll('-', '')}`

interface Delivered {
  event: string
  payload: string
  webhookId: string
  /** The conversation that it tells of; null for a test. */
  conversationId: string | null
}

export function newDelivery(
  endpoint: Pick<Row<'webhook_endpoints'>, 'id' | 'agent_id'>,
  { event, payload, webhookId, conversationId }: Delivered,
  now: number,
): Row<'webhook_deliveries'> {
  return {
    id: newId(),
    endpoint_id: endpoint.id,
    agent_id: endpoint.agent_id,
    webhook_id: webhookId,
    event,
    conversation_id: conversationId,
    payload,
    status: 'pending',
    attempt_count: 0,
    next_attempt_at: now,
    created_at: now,
  }
}

/** Stores a delivery that somebody has requested, and updates the total. The caller queues its job. */
export async function storeDelivery(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  delivery: Row<'webhook_deliveries'>,
): Promise<void> {
  const { id, agent_id, endpoint_id } = delivery
  await insertDelivery(tx, delivery)
  await countNewDeliveries(tx, agent_id, [endpoint_id])
  await emit(deps, tx, organizationId, { type: 'webhook_delivery.updated', agent_id, endpoint_id, delivery_id: id })
}
