import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { type DeliveryAttempt, deliverWebhook } from './delivery-job.ts'
import { postDelivery } from './post-delivery.ts'
import { selectForAttempt } from './queries.ts'
import { createReceiverTurns } from './receiver-turns.ts'
import { recordAttempt } from './record-attempt.ts'

export { deliverWebhook } from './delivery-job.ts'

export function webhookJobs(deps: Dependencies): [JobHandler<DeliveryAttempt>] {
  const turns = createReceiverTurns()
  return [
    {
      definition: deliverWebhook,
      async run(payload, { signal }) {
        const before = await findAttempt(deps, payload)
        if (!before) return
        const turn = await turns.take(before.endpoint_id)
        if ('comeBackInSeconds' in turn) return comeBack(deps, payload, turn.comeBackInSeconds)
        const attempted = await attempt(deps, payload, signal).finally(turn.end)
        // Writing it down is no part of the receiver's turn: the next may go.
        if (attempted) await recordAttempt(deps, attempted.delivery, attempted.result)
      },
    },
  ]
}

/** The delivery, if this attempt of it is still to be made. */
async function findAttempt(deps: Dependencies, { delivery_id, number }: DeliveryAttempt) {
  const delivery = await selectForAttempt(deps.database.read, delivery_id)
  if (!delivery || delivery.isGone || delivery.status !== 'pending') return undefined
  return delivery.attempt_count === number - 1 ? delivery : undefined
}

async function attempt(deps: Dependencies, payload: DeliveryAttempt, signal: AbortSignal) {
  const delivery = await findAttempt(deps, payload) // it may have had to wait for its turn
  return delivery && { delivery, result: await postDelivery(deps, delivery, signal) }
}

async function comeBack(deps: Dependencies, payload: DeliveryAttempt, delaySeconds: number): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, deliverWebhook, payload, { delaySeconds }))
}
