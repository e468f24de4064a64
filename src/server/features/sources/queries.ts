import { type SqlBool, sql } from 'kysely'
import type { SourceType, TrainingStatus } from '#contract/enums.ts'
import { countRows } from '../../db/count-rows.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'

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

const SOURCES_PER_PAGE = 500

/** Removing a source deletes its training jobs too, but not its chunks (`removeChunks`). */
export const { insertAll: insertSources, change: changeSource, remove: removeSource } = rowsOf('sources')

export const selectSource = (
  db: Db,
  agentId: string,
  id: string,
  isDraft: boolean,
): Promise<Row<'sources'> | undefined> => findRow(db, 'sources', { id, agent_id: agentId, is_draft: isDraft ? 1 : 0 })

/** Locks and reads a source or draft. A caller that locks the agent too has done so before. */
export async function lockSource(
  tx: Tx,
  agentId: string,
  id: string,
  isDraft = false,
): Promise<Row<'sources'> | undefined> {
  await lockRow(tx, 'sources', id)
  return selectSource(tx, agentId, id, isDraft)
}

/** Locks and reads a source with its organization's id; undefined also if its agent is deleted. */
export async function lockLiveSource(tx: Tx, id: string) {
  await lockRow(tx, 'sources', id)
  return tx
    .selectFrom('sources')
    .innerJoin('agents', 'agents.id', 'sources.agent_id')
    .selectAll('sources')
    .select('agents.organization_id')
    .where('sources.id', '=', id)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
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
  if (ids.length === 0) return []
  const rows = await sourceIds(db, agentId, {}).where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** The columns that the presenter shows, without `content`, which may be long. */
const SHOWN = ['id', 'type', 'title', 'status', 'is_draft', 'task_id', 'created_at', 'updated_at'] as const

export type ShownSource = Pick<Row<'sources'>, (typeof SHOWN)[number]>

export const selectShownSources = (db: Db, ids: string[]): Promise<ShownSource[]> =>
  db.selectFrom('sources').select(SHOWN).where('id', 'in', ids).execute()

export type FullSource = Awaited<ReturnType<typeof selectFullSources>>[number]

/** Sources with the address of a web page, and with the progress and the error of the current training job. */
export const selectFullSources = (db: Db, ids: string[]) =>
  db
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

export const selectDrafts = (db: Db, agentId: string): Promise<Row<'sources'>[]> =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 1)
    .orderBy('id', 'desc')
    .execute()

export const countDrafts = (db: Db, agentId: string): Promise<number> =>
  countRows(db.selectFrom('sources').where('agent_id', '=', agentId).where('is_draft', '=', 1))

/** Sources with an id above `after` whose chunks were embedded by another model than `model`. */
export const selectTrainedOtherwise = (db: Db, model: string, after: string) =>
  db
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

export const selectSourcesAfter = (db: Db, agentId: string, after: string) =>
  db
    .selectFrom('sources')
    .select(['id', 'type', 'content'])
    .where('agent_id', '=', agentId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SOURCES_PER_PAGE)
    .execute()

/** The total size of an agent's sources by type, as counted against its organization's quotas. */
export const sumSizes = (tx: Tx, agentId: string) =>
  tx
    .selectFrom('sources')
    .select(['type', ({ fn }) => fn.sum<number>('size').as('size')])
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .groupBy('type')
    .execute()

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/

/**
 * The ids of sources with `words` as one string in title, address or text, newest first; also in texts not yet learnt.
 */
export async function findSourceIds(db: Db, agentId: string, words: string, filter: SourceFilter): Promise<string[]> {
  const has = (column: string) => contains(db, sql.ref(column), words)
  const rows = await sourceIds(db, agentId, filter)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        has('sources.title'),
        and([eb('sources.type', 'in', typesOf('address', 'text')), has('sources.content')]),
        exists(
          selectFrom('chunks')
            .select('chunks.id')
            .where('chunks.agent_id', '=', agentId)
            .whereRef('chunks.source_id', '=', 'sources.id')
            .where(({ or: either }) => either([has('chunks.content'), has('chunks.heading')])),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a column contains words in any case. Databases may ignore it in ASCII only, so usual spellings are tried. */
function contains(db: Db, column: ReturnType<typeof sql.ref>, words: string) {
  const isLike = sql.raw(hasRowLocks(db) ? 'ilike' : 'like')
  const first = words.slice(0, 1)
  const written = [words, words.toLowerCase(), words.toUpperCase(), first.toUpperCase() + words.slice(1).toLowerCase()]
  const tried = words.toLowerCase() === words.toUpperCase() || IS_ASCII.test(words) ? [words] : [...new Set(written)]
  const all = tried.map((one) => sql`${column} ${isLike} ${patternOf(one)} escape '\\'`)
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

const patternOf = (words: string) => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`

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
