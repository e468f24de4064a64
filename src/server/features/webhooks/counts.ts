import { addToCounter, addToCounters, readCounters, sumCounters } from '../../db/counters.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { DeliveryStatus } from './queries.ts'

const ENDPOINTS = 'webhook_endpoints'

/** Counters belong to the agent and are named `webhook_endpoints` and `webhook_deliveries:<endpoint>:<status>`. */
export function countEndpoint(tx: Tx, agentId: string, delta: 1 | -1): Promise<void> {
  return addToCounter(tx, agentId, ENDPOINTS, delta)
}

export async function totalEndpoints(db: Db, agentId: string): Promise<number> {
  return (await readCounters(db, agentId, [ENDPOINTS]))[ENDPOINTS] ?? 0
}

const nameOf = (endpointId: string, status: DeliveryStatus) => `webhook_deliveries:${endpointId}:${status}`

/** Counts new deliveries, one for each endpoint, as pending. */
export function countNewDeliveries(tx: Tx, agentId: string, endpointIds: readonly string[]): Promise<void> {
  return addToCounters(tx, agentId, Object.fromEntries(endpointIds.map((id) => [nameOf(id, 'pending'), 1])))
}

/** Moves `amount` deliveries of an endpoint from one status to another in the totals. */
export async function countMoved(
  tx: Tx,
  { agent_id, endpoint_id, status }: { agent_id: string; endpoint_id: string; status: DeliveryStatus },
  to: DeliveryStatus,
  amount = 1,
): Promise<void> {
  if (status === to) return
  await addToCounters(tx, agent_id, { [nameOf(endpoint_id, status)]: -amount, [nameOf(endpoint_id, to)]: amount })
}

export async function countRemoved(
  tx: Tx,
  removed: readonly { agent_id: string; endpoint_id: string; status: DeliveryStatus }[],
): Promise<void> {
  const byAgent = new Map<string, Record<string, number>>()
  for (const { agent_id, endpoint_id, status } of removed) {
    const deltas = byAgent.get(agent_id) ?? {}
    const name = nameOf(endpoint_id, status)
    byAgent.set(agent_id, { ...deltas, [name]: (deltas[name] ?? 0) - 1 })
  }
  for (const [agentId, deltas] of [...byAgent].sort()) await addToCounters(tx, agentId, deltas)
}

export function totalDeliveries(
  db: Db,
  agentId: string,
  filter: { endpoint?: string | undefined; status?: DeliveryStatus | undefined },
): Promise<number> {
  return sumCounters(db, agentId, `webhook_deliveries:${filter.endpoint ?? '*'}:${filter.status ?? '*'}`)
}
