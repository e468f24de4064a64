import type { Row, RowChanges } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertAction, remove: removeAction } = rowsOf('agent_actions')

export function selectActions(db: Db, agentId: string): Promise<Row<'agent_actions'>[]> {
  return db.selectFrom('agent_actions').selectAll().where('agent_id', '=', agentId).orderBy('id').execute()
}

export function selectAction(db: Db, agentId: string, id: string): Promise<Row<'agent_actions'> | undefined> {
  return findRow(db, 'agent_actions', { id, agent_id: agentId })
}

/** @returns the row after the update, or undefined if it was deleted */
export function changeAction(
  tx: Tx,
  id: string,
  changes: RowChanges<'agent_actions'>,
): Promise<Row<'agent_actions'> | undefined> {
  return tx.updateTable('agent_actions').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}
