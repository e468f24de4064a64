import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export function selectActions(db: Db, agentId: string): Promise<Row<'agent_actions'>[]> {
  return db.selectFrom('agent_actions').selectAll().where('agent_id', '=', agentId).orderBy('id').execute()
}

export function selectAction(db: Db, agentId: string, id: string): Promise<Row<'agent_actions'> | undefined> {
  return db
    .selectFrom('agent_actions')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}

export async function insertAction(tx: Tx, row: NewRow<'agent_actions'>): Promise<void> {
  await tx.insertInto('agent_actions').values(row).execute()
}

/** @returns it as it is then, or undefined when it is gone */
export function changeAction(
  tx: Tx,
  id: string,
  changes: RowChanges<'agent_actions'>,
): Promise<Row<'agent_actions'> | undefined> {
  return tx.updateTable('agent_actions').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** @returns whether it was there */
export async function removeAction(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('agent_actions').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
