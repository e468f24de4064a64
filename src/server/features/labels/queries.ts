import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertLabel, change: changeLabel, remove: removeLabel } = rowsOf('labels')

export function selectLabels(db: Db, organizationId: string): Promise<Row<'labels'>[]> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('folded_name')
    .execute()
}

export function selectLabel(db: Db, organizationId: string, id: string): Promise<Row<'labels'> | undefined> {
  return findRow(db, 'labels', { id, organization_id: organizationId })
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
