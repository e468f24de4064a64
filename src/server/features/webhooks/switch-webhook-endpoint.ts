import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Flag, Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { countMoved } from './counts.ts'
import { changeEndpoint, failPendingDeliveries } from './queries.ts'

type Endpoint = Pick<Row<'webhook_endpoints'>, 'id' | 'agent_id'>

/** Switches an endpoint on or off and emits the event for the dashboard. */
export async function setActive(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  endpoint: Endpoint,
  is_active: Flag,
): Promise<void> {
  await changeEndpoint(tx, endpoint.id, { is_active })
  await emit(deps, tx, organizationId, {
    type: 'webhook_endpoint.updated',
    agent_id: endpoint.agent_id,
    endpoint_id: endpoint.id,
  })
}

/** Gives up the pending deliveries of an endpoint that is switched off or deleted. */
export async function giveUpPending(tx: Tx, endpoint: Endpoint): Promise<void> {
  const amount = await failPendingDeliveries(tx, endpoint.id)
  if (amount === 0) return
  await countMoved(tx, { agent_id: endpoint.agent_id, endpoint_id: endpoint.id, status: 'pending' }, 'failed', amount)
}
