import type { Dependencies } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { createBulkheads } from './bulkheads.ts'
import { type DeliveryAttempt, deliverJob } from './jobs.ts'
import { postDelivery } from './post-delivery.ts'
import { selectForAttempt } from './queries.ts'
import { recordAttempt } from './record-attempt.ts'
import { giveUpPending } from './switch-webhook-endpoint.ts'

/** Makes one attempt to deliver an event, within the limits of the endpoint and its organization. */
export const deliverHandler = handler(deliverJob, (deps) => {
  const bulkheads = createBulkheads()
  return {
    async run(payload, { signal }) {
      const receiver = await findReceiver(deps, payload)
      if (!receiver) return
      const admission = await bulkheads.enter(receiver)
      if ('comeBackInSeconds' in admission) return comeBack(deps, payload, admission.comeBackInSeconds)
      const attempted = await attempt(deps, payload, signal).finally(admission.end)
      // The permission has been given back by now, so that the next delivery can start before this attempt is stored.
      if (attempted) await recordAttempt(deps, attempted.delivery, attempted.result)
    },
  }
})

/**
 * The delivery, if this attempt is its next one. If its endpoint or agent is deleted, all pending ones are given up.
 */
async function findAttempt(deps: Dependencies, { delivery_id, number }: DeliveryAttempt) {
  const delivery = await selectForAttempt(deps.database.read, delivery_id)
  if (delivery?.status !== 'pending') return undefined
  if (delivery.endpoint_deleted_at !== null || delivery.agent_deleted_at !== null) {
    const endpoint = { id: delivery.endpoint_id, agent_id: delivery.agent_id }
    await deps.database.transaction((tx) => giveUpPending(tx, endpoint))
    return undefined
  }
  return delivery.attempt_count === number - 1 ? delivery : undefined
}

/** The payload is read again when it is sent, because many deliveries may wait and each payload may be large. */
async function findReceiver(deps: Dependencies, payload: DeliveryAttempt) {
  const delivery = await findAttempt(deps, payload)
  return delivery && { endpointId: delivery.endpoint_id, organizationId: delivery.organization_id }
}

async function attempt(deps: Dependencies, payload: DeliveryAttempt, signal: AbortSignal) {
  const delivery = await findAttempt(deps, payload)
  return delivery && { delivery, result: await postDelivery(deps, delivery, signal) }
}

async function comeBack(deps: Dependencies, payload: DeliveryAttempt, delaySeconds: number): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, deliverJob, payload, { delaySeconds }))
}
