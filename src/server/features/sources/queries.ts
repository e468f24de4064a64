import type { SourceType, TrainingStatus } from '#contract/enums.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'

/** Rows per statement, far below the limits on parameters of both databases. */
const ROWS_PER_INSERT = 200
const SOURCES_PER_PAGE = 500

export function selectSource(
  db: Db,
  agentId: string,
  id: string,
  isDraft: boolean,
): Promise<Row<'sources'> | undefined> {
  return db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', isDraft ? 1 : 0)
    .executeTakeFirst()
}

/** A source by its id alone, for jobs; undefined also if its agent is deleted. */
export function selectLiveSource(db: Db, id: string): Promise<Row<'sources'> | undefined> {
  return db
    .selectFrom('sources')
    .innerJoin('agents', 'agents.id', 'sources.agent_id')
    .selectAll('sources')
    .where('sources.id', '=', id)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function selectOrganizationId(db: Db, agentId: string): Promise<string> {
  const row = await db.selectFrom('agents').select('organization_id').where('id', '=', agentId).executeTakeFirst()
  if (!row) throw new Error('A source without an agent')
  return row.organization_id
}

export interface SourceFilter {
  type?: SourceType | undefined
  status?: TrainingStatus | undefined
}

/** The ids of an agent's sources that match a filter, without drafts, for `paginate`. */
export function sourceIds(db: Db, agentId: string, filter: SourceFilter) {
  let query = db.selectFrom('sources').select('id').where('agent_id', '=', agentId).where('is_draft', '=', 0)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.status) query = query.where('status', '=', filter.status)
  return query
}

/** Picks the ids that are sources of the agent, in any order. */
export async function selectSourcesAmong(db: Db, agentId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('id', 'in', ids)
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** The columns that the presenter shows, without `content`, which may be long. */
const SHOWN = ['id', 'type', 'title', 'status', 'is_draft', 'task_id', 'created_at', 'updated_at'] as const
export type ShownSource = Pick<Row<'sources'>, (typeof SHOWN)[number]>

export function selectShownSources(db: Db, ids: string[]): Promise<ShownSource[]> {
  return db.selectFrom('sources').select(SHOWN).where('id', 'in', ids).execute()
}

export type FullSource = Awaited<ReturnType<typeof selectFullSources>>[number]

/** Sources with the address of a web page, and with the progress and the error of the current training job. */
export function selectFullSources(db: Db, ids: string[]) {
  return db
    .selectFrom('sources')
    .leftJoin('training_jobs', 'training_jobs.id', 'sources.task_id')
    .select(SHOWN.map((column) => `sources.${column}` as const))
    .select(['training_jobs.progress', 'training_jobs.error'])
    .select((select) => {
      const isPage = select('sources.type', 'in', typesOf('address'))
      return select.case().when(isPage).then(select.ref('sources.content')).else(null).end().as('url')
    })
    .where('sources.id', 'in', ids)
    .execute()
}

/** The addresses of the pages that an agent has as sources, oldest first. */
export async function selectAddresses(db: Db, agentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sources')
    .select('content')
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .where('type', 'in', typesOf('address'))
    .orderBy('id')
    .execute()
  return rows.map(({ content }) => content)
}

export function selectDrafts(db: Db, agentId: string): Promise<Row<'sources'>[]> {
  return db
    .selectFrom('sources')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 1)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertSources(tx: Tx, rows: NewRow<'sources'>[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('sources').values(batch).execute()
}

export async function changeSource(tx: Tx, id: string, changes: RowChanges<'sources'>): Promise<void> {
  await tx.updateTable('sources').set(changes).where('id', '=', id).execute()
}

/**
 * Deletes a source with its training jobs. Its chunks are deleted by `removeChunks`, which tells whether there were
 * any.
 */
export async function removeSource(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sources').where('id', '=', id).execute()
}

export async function insertTrainingJobs(tx: Tx, rows: NewRow<'training_jobs'>[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('training_jobs').values(batch).execute()
}

export function selectTrainingJob(db: Db, agentId: string, id: string): Promise<Row<'training_jobs'> | undefined> {
  return db
    .selectFrom('training_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}

export async function changeTrainingJob(tx: Tx, id: string, changes: RowChanges<'training_jobs'>): Promise<void> {
  await tx.updateTable('training_jobs').set(changes).where('id', '=', id).execute()
}

/** Marks a training job as failed because another one has replaced it. */
export async function endTrainingJob(tx: Tx, id: string, error: string, now: number): Promise<void> {
  await tx
    .updateTable('training_jobs')
    .set({ status: 'failed', error, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
}

/**
 * Raises a running job's progress.
 * @returns the job's agent; undefined if the job no longer runs, because it has ended or was replaced or deleted
 */
export async function raiseProgress(tx: Tx, id: string, progress: number, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('training_jobs')
    .set((update) => ({
      progress: update.case().when('progress', '<', progress).then(progress).else(update.ref('progress')).end(),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('agent_id')
    .executeTakeFirst()
  return row?.agent_id
}

export async function insertChunks(tx: Tx, rows: NewRow<'chunks'>[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('chunks').values(batch).execute()
}

/**
 * Deletes a source's chunks.
 * @returns whether there were any
 */
export async function removeChunks(tx: Tx, sourceId: string): Promise<boolean> {
  const result = await tx.deleteFrom('chunks').where('source_id', '=', sourceId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const CHUNKS_PER_PAGE = 500

/**
 * The next chunks of an agent that were embedded by `model`, in the order of the index, optionally of some sources
 * only. `place` is a URL source's URL or a file source's content.
 */
export function selectChunksAfter(
  db: Db,
  agentId: string,
  model: string,
  last: { source_id: string; position: number },
  sources?: readonly string[],
) {
  const query = db
    .selectFrom('chunks')
    .innerJoin('sources', 'sources.id', 'chunks.source_id')
    .select(['chunks.id', 'chunks.source_id', 'chunks.position', 'chunks.heading', 'chunks.content'])
    .select(['chunks.embedding', 'sources.title', 'sources.type'])
    .select((select) => {
      // Null for texts, whose whole content would be read with each chunk.
      const hasPlace = select('sources.type', 'in', typesOf('address', 'file'))
      return select.case().when(hasPlace).then(select.ref('sources.content')).else(null).end().as('place')
    })
    .where('chunks.agent_id', '=', agentId)
    .where('chunks.embedding_model', '=', model)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('chunks.source_id', 'chunks.position'), '>', tuple(last.source_id, last.position)),
    )
    .orderBy('chunks.source_id')
    .orderBy('chunks.position')
    .limit(CHUNKS_PER_PAGE)
  return (sources ? query.where('chunks.source_id', 'in', sources) : query).execute()
}

/** Sources with an id above `after` whose chunks were embedded by another model than `model`. */
export function selectTrainedOtherwise(db: Db, model: string, after: string) {
  return db
    .selectFrom('sources')
    .innerJoin('agents', 'agents.id', 'sources.agent_id')
    .innerJoin('chunks', (join) =>
      join
        .onRef('chunks.agent_id', '=', 'sources.agent_id')
        .onRef('chunks.source_id', '=', 'sources.id')
        .on('chunks.position', '=', 0),
    )
    .select(['sources.id', 'sources.agent_id'])
    .where('agents.deleted_at', 'is', null)
    .where('chunks.embedding_model', '!=', model)
    .where('sources.id', '>', after)
    .orderBy('sources.id')
    .limit(SOURCES_PER_PAGE)
    .execute()
}

export function selectSourcesAfter(db: Db, agentId: string, after: string) {
  return db
    .selectFrom('sources')
    .select(['id', 'type', 'content'])
    .where('agent_id', '=', agentId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SOURCES_PER_PAGE)
    .execute()
}

/** The total size of an agent's sources by type, as counted against its organization's quotas. */
export function sumSizes(tx: Tx, agentId: string) {
  return tx
    .selectFrom('sources')
    .select(['type', ({ fn }) => fn.sum<number>('size').as('size')])
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .groupBy('type')
    .execute()
}

function* batches<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT) yield items.slice(start, start + ROWS_PER_INSERT)
}

/** Records a file before it is saved. The record is deleted when a source that owns the file is stored. */
export async function insertUpload(tx: Tx, id: string, now: number): Promise<void> {
  await tx.insertInto('uploads').values({ id, created_at: now }).execute()
}

/**
 * Deletes the record of an uploaded file in the transaction that stores its source.
 * @returns false if the file was already removed as unused
 */
export async function takeUpload(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('uploads').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Deletes the oldest records of files for which no source was stored in time.
 * @returns the files' keys
 */
export async function takeUploadsBefore(tx: Tx, time: number, limit: number): Promise<string[]> {
  const oldest = tx.selectFrom('uploads').select('id').where('created_at', '<', time).orderBy('created_at').limit(limit)
  const rows = await tx.deleteFrom('uploads').where('id', 'in', oldest).returning('id').execute()
  return rows.map(({ id }) => id)
}
