import { forUpdate } from '../../db/lock.ts'
import { prepared, preparedOne, preparedWrite } from '../../db/prepared.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { insertion, writeRows } from '../../db/write-rows.ts'

export const { insert: insertEndpoint, change: changeEndpoint } = rowsOf('webhook_endpoints')

export type DeliveryStatus = Row<'webhook_deliveries'>['status']

/** An agent's endpoint that is not deleted. */
export const selectEndpoint = preparedOne((db, agentId: string, id: string) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null),
)

/** The ids of an agent's endpoints, for `paginate`. */
export function endpointIds(db: Db, agentId: string) {
  return db.selectFrom('webhook_endpoints').select('id').where('agent_id', '=', agentId).where('deleted_at', 'is', null)
}

export function selectEndpoints(db: Db, ids: string[]): Promise<Row<'webhook_endpoints'>[]> {
  return db.selectFrom('webhook_endpoints').selectAll().where('id', 'in', ids).execute()
}

/** An agent's endpoints that are switched on, oldest first. */
export const selectActiveEndpoints = prepared((db, agentId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', 1)
    .orderBy('id'),
)

export function selectDelivery(db: Db, agentId: string, id: string): Promise<Row<'webhook_deliveries'> | undefined> {
  return findRow(db, 'webhook_deliveries', { id, agent_id: agentId })
}

/** Locks a delivery until the transaction ends and reads it. */
export const lockDelivery = preparedOne((tx, id: string) =>
  forUpdate(tx, tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id)),
)

/**
 * The ids of an agent's deliveries that match a filter, for `paginate`. With `filter.endpoint` the agent is not looked
 * at: for another agent's endpoint, the caller must give `paginate` the total 0.
 */
export function deliveryIds(
  db: Db,
  agentId: string,
  filter: { endpoint?: string | undefined; status?: DeliveryStatus | undefined },
) {
  let query = db.selectFrom('webhook_deliveries').select('id')
  query = filter.endpoint ? query.where('endpoint_id', '=', filter.endpoint) : query.where('agent_id', '=', agentId)
  return filter.status ? query.where('status', '=', filter.status) : query
}

/** Deliveries with the URL of their endpoints, even if these are deleted. */
export function selectDeliveries(db: Db, ids: string[]) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .selectAll('webhook_deliveries')
    .select('webhook_endpoints.url')
    .where('webhook_deliveries.id', 'in', ids)
    .execute()
}

export function selectAttempts(db: Db, deliveryIds: string[]): Promise<Row<'webhook_attempts'>[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('number')
    .execute()
}

/** A delivery for an attempt, with the URL and secret of its endpoint. */
export const selectForAttempt = preparedOne((db, id: string) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .innerJoin('agents', 'agents.id', 'webhook_deliveries.agent_id')
    .selectAll('webhook_deliveries')
    .select([
      'webhook_endpoints.url',
      'webhook_endpoints.secret',
      'webhook_endpoints.deleted_at as endpoint_deleted_at',
      'agents.deleted_at as agent_deleted_at',
      'agents.organization_id',
    ])
    .where('webhook_deliveries.id', '=', id),
)

export const insertDelivery = (tx: Tx, row: NewRow<'webhook_deliveries'>) =>
  writeRows(tx, [insertion('webhook_deliveries', row)])

export const changeDelivery = preparedWrite((db, id: string, changes: RowChanges<'webhook_deliveries'>) =>
  db.updateTable('webhook_deliveries').set(changes).where('id', '=', id),
)

export const insertAttempt = (tx: Tx, row: NewRow<'webhook_attempts'>) =>
  writeRows(tx, [insertion('webhook_attempts', row)])

/**
 * Marks an endpoint's pending deliveries as failed.
 * @returns their number
 */
export async function failPendingDeliveries(tx: Tx, endpointId: string): Promise<number> {
  const result = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deletes the deliveries that tell of a conversation, with their attempts. */
export function removeDeliveriesAbout(tx: Tx, conversationId: string) {
  return tx
    .deleteFrom('webhook_deliveries')
    .where('conversation_id', '=', conversationId)
    .returning(['agent_id', 'endpoint_id', 'status'])
    .execute()
}

/** Deletes at most `limit` deliveries from before `time`, with their attempts. */
export function removeDeliveriesBefore(tx: Tx, time: number, limit: number) {
  return tx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', time)
        .orderBy('created_at')
        .limit(limit),
    )
    .returning(['agent_id', 'endpoint_id', 'status'])
    .execute()
}
