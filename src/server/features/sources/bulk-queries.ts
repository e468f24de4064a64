import { forUpdate } from '../../db/lock.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export function selectBulk(db: Db, id: string): Promise<Row<'source_bulks'> | undefined> {
  return db.selectFrom('source_bulks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A bulk action on sources, locked until the transaction ends. */
export function selectBulkToChange(tx: Tx, id: string): Promise<Row<'source_bulks'> | undefined> {
  return forUpdate(tx, tx.selectFrom('source_bulks').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function insertBulk(tx: Tx, row: NewRow<'source_bulks'>): Promise<void> {
  await tx.insertInto('source_bulks').values(row).execute()
}

export async function changeBulk(tx: Tx, id: string, changes: RowChanges<'source_bulks'>): Promise<void> {
  await tx.updateTable('source_bulks').set(changes).where('id', '=', id).execute()
}

/** @returns how many were deleted */
export async function deleteBulksBefore(tx: Tx, time: number, limit: number): Promise<number> {
  const oldest = tx
    .selectFrom('source_bulks')
    .select('id')
    .where('created_at', '<', time)
    .where('status', '!=', 'pending')
    .orderBy('created_at')
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('source_bulks').where('id', 'in', oldest).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
