import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { measures } from '../../process/measures.ts'
import { notifyAdmins } from '../notifications/index.ts'
import { countMoved } from './counts.ts'
import { deliverJob } from './jobs.ts'
import type { AttemptResult } from './post-delivery.ts'
import { changeDelivery, changeEndpoint, insertAttempt, lockDelivery, selectEndpoint } from './queries.ts'
import { secondsToNextAttempt } from './schedule.ts'
import { giveUpPending, setActive } from './switch-webhook-endpoint.ts'

/** The event type of a test. A test is attempted only once. */
export const TEST_EVENT = 'test'

const GONE = 410
// An endpoint is switched off after failing for this long without a single success (5 days).
const FAILING_MS = 5 * 24 * 60 * 60 * 1000

type Delivery = Row<'webhook_deliveries'> & { organization_id: string }

/** Stores an attempt with its consequences. Does nothing if it is stored already, or the delivery has been deleted. */
export async function recordAttempt(deps: Dependencies, attempted: Delivery, result: AttemptResult): Promise<void> {
  const { id, agent_id, endpoint_id, organization_id } = attempted
  const number = attempted.attempt_count + 1
  measures.webhook.tell({ isDelivered: result.succeeded })
  const { succeeded, status, durationMs: ms } = result
  const ids = { deliveryId: id, endpointId: endpoint_id, agentId: agent_id, organizationId: organization_id }
  deps.log.info({ outcome: succeeded ? 'delivered' : 'failed', status, attempt: number, ms, ...ids }, 'delivery')
  await deps.database.transaction(async (tx) => {
    // The endpoint is only locked if it may have to change; otherwise its deliveries would wait for each other.
    const before = await selectEndpoint(tx, agent_id, endpoint_id)
    const goesWell = result.succeeded && before?.is_active === 1 && before.failing_since === null
    if (!goesWell) await lockRow(tx, 'webhook_endpoints', endpoint_id)
    const delivery = await lockDelivery(tx, id)
    if (!delivery || delivery.attempt_count !== attempted.attempt_count) return
    await insertAttempt(tx, {
      id: newId(),
      delivery_id: id,
      number,
      started_at: result.startedAt,
      duration_ms: result.durationMs,
      response_status: result.status,
      response_body: result.body,
      error: result.error,
    })
    await settle(deps, tx, delivery, result, number)
    const endpoint = goesWell ? undefined : await selectEndpoint(tx, agent_id, endpoint_id)
    if (endpoint) await judgeEndpoint(deps, tx, attempted, endpoint, result)
    await emit(deps, tx, organization_id, {
      type: 'webhook_delivery.updated',
      agent_id,
      endpoint_id,
      delivery_id: id,
    })
  })
}

async function settle(
  deps: Dependencies,
  tx: Tx,
  delivery: Row<'webhook_deliveries'>,
  result: AttemptResult,
  number: number,
): Promise<void> {
  // The endpoint may be deleted or off by now: then there is no further attempt, but a success still counts.
  const mayRetry = delivery.status === 'pending' && delivery.event !== TEST_EVENT && result.status !== GONE
  const now = deps.now()
  const delay = result.succeeded || !mayRetry ? null : secondsToNextAttempt(number, result.retryAfter, now)
  const status = result.succeeded ? 'succeeded' : delay === null ? 'failed' : 'pending'
  await changeDelivery(tx, delivery.id, {
    status,
    attempt_count: number,
    next_attempt_at: delay === null ? null : Math.round(now + delay * 1000),
  })
  await countMoved(tx, delivery, status)
  if (delay !== null)
    await deps.jobs.send(tx, deliverJob, { delivery_id: delivery.id, number: number + 1 }, { delaySeconds: delay })
}

/** A success ends an endpoint's failures, and switches it on if it was a test. A failed test has no effect. */
async function judgeEndpoint(
  deps: Dependencies,
  tx: Tx,
  delivery: Delivery,
  endpoint: Row<'webhook_endpoints'>,
  result: AttemptResult,
): Promise<void> {
  const now = deps.now()
  if (result.succeeded) {
    if (endpoint.failing_since !== null) await changeEndpoint(tx, endpoint.id, { failing_since: null })
    if (!endpoint.is_active && delivery.event === TEST_EVENT)
      await setActive(deps, tx, delivery.organization_id, endpoint, 1)
    return
  }
  if (delivery.event === TEST_EVENT) return
  const since = endpoint.failing_since ?? now
  if (endpoint.failing_since === null) await changeEndpoint(tx, endpoint.id, { failing_since: now })
  if (!endpoint.is_active || (result.status !== GONE && now - since < FAILING_MS)) return
  const { organization_id, agent_id } = delivery
  await setActive(deps, tx, organization_id, endpoint, 0)
  await giveUpPending(tx, endpoint)
  await notifyAdmins(deps, tx, { kind: 'account_failing', organization_id, agent_id, subjectId: endpoint.id })
}
