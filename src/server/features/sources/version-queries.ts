import { countRows } from '../../db/count-rows.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { changeRows, findRow } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** Number of versions kept of a source. Older ones are deleted when a new one is stored. */
export const VERSIONS_KEPT = 20

/** The versions of a source that are kept, without their texts, newest first. */
export function selectVersions(db: Db, sourceId: string) {
  return db
    .selectFrom('source_versions')
    .select(['version', 'title', 'size_bytes', 'fetched_at', 'user_id', 'taught', 'created_at'])
    .where('source_id', '=', sourceId)
    .orderBy('version', 'desc')
    .execute()
}

export function selectVersion(db: Db, sourceId: string, version: number): Promise<Row<'source_versions'> | undefined> {
  return findRow(db, 'source_versions', { source_id: sourceId, version })
}

/** Inserts a version, unless it is stored already. */
export async function insertVersion(tx: Tx, row: NewRow<'source_versions'>): Promise<void> {
  await tx
    .insertInto('source_versions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source_id', 'version']).doNothing())
    .execute()
}

/** Notes that a page or file was read again and says what it said before. */
export async function markVersionRead(tx: Tx, sourceId: string, version: number, at: number, bytes: number) {
  await changeRows(tx, 'source_versions', { source_id: sourceId, version }, { fetched_at: at, size_bytes: bytes })
}

/** Deletes the versions of a source up to `upTo`, or all if that is absent. */
export async function removeVersions(tx: Tx, sourceId: string, upTo?: number): Promise<void> {
  const query = tx.deleteFrom('source_versions').where('source_id', '=', sourceId)
  await (upTo === undefined ? query : query.where('version', '<=', upTo)).execute()
}

/** The passages that answers are made from, in the order of the text. */
export function selectPassages(db: Db, agentId: string, sourceId: string) {
  return db
    .selectFrom('chunks')
    .select('content')
    .where('agent_id', '=', agentId)
    .where('source_id', '=', sourceId)
    .orderBy('position')
    .execute()
}

/** The number of answers that cite a source since a time. */
export const countCitations = (db: Db, sourceId: string, since: number): Promise<number> =>
  countRows(db.selectFrom('source_citations').where('source_id', '=', sourceId).where('created_at', '>=', since))
