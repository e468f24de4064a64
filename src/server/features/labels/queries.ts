import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** An organization's labels, sorted by name. */
export function selectLabels(db: Db, organizationId: string): Promise<Row<'labels'>[]> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('folded_name')
    .execute()
}

export function selectLabel(db: Db, organizationId: string, id: string): Promise<Row<'labels'> | undefined> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function insertLabel(tx: Tx, row: NewRow<'labels'>): Promise<void> {
  await tx.insertInto('labels').values(row).execute()
}

export async function changeLabel(tx: Tx, id: string, changes: RowChanges<'labels'>): Promise<void> {
  await tx.updateTable('labels').set(changes).where('id', '=', id).execute()
}

/** Deletes a label. @returns whether it existed */
export async function removeLabel(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('labels').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes up to `limit` of the rows that say which conversations have a deleted label. @returns how many it deleted */
export async function removeLabelled(tx: Tx, labelId: string, limit: number): Promise<number> {
  const some = tx
    .selectFrom('conversation_labels')
    .select('conversation_id')
    .where('label_id', '=', labelId)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('conversation_labels')
    .where('label_id', '=', labelId)
    .where('conversation_id', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
