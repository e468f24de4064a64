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
        try {
          await attempt(deps, payload, signal)
        } finally {
          turn.end()
        }
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

async function attempt(deps: Dependencies, payload: DeliveryAttempt, signal: AbortSignal): Promise<void> {
  const delivery = await findAttempt(deps, payload) // it may have had to wait for its turn
  if (!delivery) return
  await recordAttempt(deps, delivery, await postDelivery(deps, delivery, signal))
}

async function comeBack(deps: Dependencies, payload: DeliveryAttempt, delaySeconds: number): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, deliverWebhook, payload, { delaySeconds }))
}
