import { rowsOf } from '../../db/table-rows.ts'
import type { Tx } from '../../db/tables.ts'

export const {
  select: selectBulk,
  lock: selectBulkToChange,
  insert: insertBulk,
  change: changeBulk,
} = rowsOf('source_bulks')

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
