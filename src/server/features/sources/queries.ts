import type { SourceType, TrainingStatus } from '#contract/enums.ts'
import { countRows } from '../../db/count-rows.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'

const SOURCES_PER_PAGE = 500

/** Removing a source deletes its training jobs too, but not its chunks (`removeChunks`). */
export const { insertAll: insertSources, change: changeSource, remove: removeSource } = rowsOf('sources')

export function selectSource(
  db: Db,
  agentId: string,
  id: string,
  isDraft: boolean,
): Promise<Row<'sources'> | undefined> {
  return findRow(db, 'sources', { id, agent_id: agentId, is_draft: isDraft ? 1 : 0 })
}

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

export const countDrafts = (db: Db, agentId: string): Promise<number> =>
  countRows(db.selectFrom('sources').where('agent_id', '=', agentId).where('is_draft', '=', 1))

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
