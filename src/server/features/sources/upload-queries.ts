import type { Tx } from '../../db/tables.ts'

/** Records a file before it is saved. The record is deleted when a source that owns the file is stored. */
export async function insertUpload(tx: Tx, id: string, now: number): Promise<void> {
  await tx.insertInto('uploads').values({ id, created_at: now }).execute()
}

/** Deletes a record as its source is stored. @returns false if the file was already removed as unused */
export async function takeUpload(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('uploads').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes the oldest records of files for which no source was stored in time. @returns the files' keys */
export async function takeUploadsBefore(tx: Tx, time: number, limit: number): Promise<string[]> {
  const oldest = tx.selectFrom('uploads').select('id').where('created_at', '<', time).orderBy('created_at').limit(limit)
  const rows = await tx.deleteFrom('uploads').where('id', 'in', oldest).returning('id').execute()
  return rows.map(({ id }) => id)
}
