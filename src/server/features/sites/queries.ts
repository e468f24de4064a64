import type { PageChange } from '#contract/enums.ts'
import type { PlanPageState } from '#contract/site-enums.ts'
import { batches } from '../../db/batches.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const PLANS_KEPT = 20

/** Removing a site deletes its pages and plans too. */
export const {
  select: selectSite,
  lock: selectSiteToChange,
  insert: insertSite,
  change: changeSite,
  remove: removeSite,
} = rowsOf('sites')

export const { select: selectPlan, lock: selectPlanToChange, insert: insertPlan, change: changePlan } = rowsOf('plans')

export const { select: selectPlanPage, change: changePlanPage } = rowsOf('plan_pages')

export function selectSites(db: Db, organizationId: string): Promise<Row<'sites'>[]> {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .execute()
}

export function selectSitesOfAgent(db: Db, agentId: string): Promise<Row<'sites'>[]> {
  return db.selectFrom('sites').selectAll().where('agent_id', '=', agentId).execute()
}

export async function selectDueSites(db: Db, now: number): Promise<string[]> {
  const rows = await db.selectFrom('sites').select('id').where('next_at', '<=', now).orderBy('next_at').execute()
  return rows.map(({ id }) => id)
}

/** How many of the agent's sources are pages of each of these sites. */
export async function countSiteSources(db: Db, siteIds: readonly string[]): Promise<Map<string, number>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('site_pages')
    .innerJoin('sources', 'sources.id', 'site_pages.source_id')
    .select(['site_pages.site_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('site_pages.site_id', 'in', siteIds)
    .where('site_pages.source_id', 'is not', null) // so that the partial index on source_id is used
    .groupBy('site_pages.site_id')
    .execute()
  return new Map(rows.map(({ site_id, count }) => [site_id, Number(count)]))
}

export function selectOwnSources(db: Db, siteId: string): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom('site_pages')
    .innerJoin('sources', 'sources.id', 'site_pages.source_id')
    .select(['sources.id', 'sources.version'])
    .where('site_pages.site_id', '=', siteId)
    .where('site_pages.source_id', 'is not', null) // so that the partial index on source_id is used
    .orderBy('sources.id')
    .execute()
}

export function selectPlans(db: Db, siteId: string): Promise<Row<'plans'>[]> {
  return db.selectFrom('plans').selectAll().where('site_id', '=', siteId).orderBy('id', 'desc').execute()
}

export async function removePlans(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('plans').where('id', 'in', ids).execute()
}

/** A plan's pages in their order in the plan, optionally only those with one kind of change. */
export function selectPlanPages(db: Db, planId: string, change?: PageChange): Promise<Row<'plan_pages'>[]> {
  const query = db.selectFrom('plan_pages').selectAll().where('plan_id', '=', planId).orderBy('position')
  return (change ? query.where('change_name', '=', change) : query).execute()
}

export function selectChosen(db: Db, planId: string): Promise<Pick<Row<'plan_pages'>, 'id' | 'change_name'>[]> {
  return db
    .selectFrom('plan_pages')
    .select(['id', 'change_name'])
    .where('plan_id', '=', planId)
    .where('state', '=', 'chosen')
    .orderBy('position')
    .execute()
}

/** The addresses that a site's plans before this one have proposed to add and that nobody chose. */
export async function selectPassedOver(db: Db, siteId: string, beforePlanId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('plan_pages')
    .innerJoin('plans', 'plans.id', 'plan_pages.plan_id')
    .select('plan_pages.url')
    .distinct()
    .where('plans.site_id', '=', siteId)
    .where('plans.id', '<', beforePlanId)
    .where('plan_pages.state', '=', 'proposed')
    .where('plan_pages.change_name', '=', 'added')
    .execute()
  return new Set(rows.map(({ url }) => url))
}

export async function countPages(db: Db, planId: string): Promise<Record<PlanPageState, number>> {
  const rows = await db
    .selectFrom('plan_pages')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('plan_id', '=', planId)
    .groupBy('state')
    .execute()
  const counts = { proposed: 0, chosen: 0, training: 0, done: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

/** The pages of plans that wait for a source to be trained. */
export function selectTraining(db: Db, sourceId: string) {
  return db
    .selectFrom('plan_pages')
    .leftJoin('sources', 'sources.id', 'plan_pages.source_id')
    .leftJoin('training_jobs', 'training_jobs.id', 'sources.task_id')
    .select(['plan_pages.id', 'plan_pages.plan_id', 'sources.status', 'training_jobs.error'])
    .where('plan_pages.source_id', '=', sourceId)
    .where('plan_pages.state', '=', 'training')
    .execute()
}

export async function insertPlanPages(tx: Tx, rows: readonly NewRow<'plan_pages'>[]): Promise<void> {
  for (const batch of batches(rows, 100)) await tx.insertInto('plan_pages').values(batch).execute()
}

export async function choosePages(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids, 500))
    await tx.updateTable('plan_pages').set({ state: 'chosen' }).where('id', 'in', batch).execute()
}

/** The stored pages of a site by address, without their texts; `is_kept` is 1 if the text of a page is stored. */
export async function selectSitePages(db: Db, siteId: string) {
  return db
    .selectFrom('site_pages')
    .select(['url', 'title', 'says', 'fingerprint', 'etag', 'last_modified', 'source_id', 'missing', 'not_found'])
    .select(({ eb }) => eb.case().when('content', 'is', null).then(0).else(1).end().as('is_kept'))
    .where('site_id', '=', siteId)
    .orderBy('url')
    .execute()
}

/** A page's text as the last crawl has read it; null if it is not kept, as once it is stored with a source. */
export async function selectContent(db: Db, siteId: string, url: string): Promise<string | null> {
  const row = await db
    .selectFrom('site_pages')
    .select('content')
    .where('site_id', '=', siteId)
    .where('url', '=', url)
    .executeTakeFirst()
  return row?.content ?? null
}

/** The texts of pages as `selectContent` finds them, by their addresses. */
export async function selectContents(db: Db, siteId: string, urls: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('site_pages')
    .select(['url', 'content'])
    .where('site_id', '=', siteId)
    .where('url', 'in', urls)
    .execute()
  return new Map(rows.flatMap(({ url, content }) => (content === null ? [] : [[url, content]])))
}

export async function selectReadAfter(db: Db, siteId: string, time: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('site_pages')
    .select('url')
    .where('site_id', '=', siteId)
    .where('read_at', '>', time)
    .execute()
  return new Set(rows.map(({ url }) => url))
}

export async function keepSitePages(tx: Tx, rows: readonly NewRow<'site_pages'>[]): Promise<void> {
  for (const batch of batches(rows, 50))
    await tx
      .insertInto('site_pages')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'url']).doUpdateSet((update) => ({
          title: update.ref('excluded.title'),
          content: update.ref('excluded.content'),
          says: update.ref('excluded.says'),
          fingerprint: update.ref('excluded.fingerprint'),
          etag: update.ref('excluded.etag'),
          last_modified: update.ref('excluded.last_modified'),
          size_bytes: update.ref('excluded.size_bytes'),
          read_at: update.ref('excluded.read_at'),
        })),
      )
      .execute()
}

export async function changeSitePage(
  tx: Tx,
  siteId: string,
  url: string,
  changes: RowChanges<'site_pages'>,
): Promise<void> {
  await tx.updateTable('site_pages').set(changes).where('site_id', '=', siteId).where('url', '=', url).execute()
}

export async function removeSitePages(tx: Tx, siteId: string, urls: readonly string[]): Promise<void> {
  for (const batch of batches(urls, 500))
    await tx.deleteFrom('site_pages').where('site_id', '=', siteId).where('url', 'in', batch).execute()
}

/** Forgets the texts of pages that are stored with a source by now. */
export async function forgetTexts(tx: Tx, siteId: string, planId: string): Promise<void> {
  await tx
    .updateTable('site_pages')
    .set({ content: null })
    .where('site_id', '=', siteId)
    .where('url', 'in', ({ selectFrom }) =>
      selectFrom('plan_pages').select('url').where('plan_id', '=', planId).where('state', '=', 'done'),
    )
    .execute()
}

/** All URLs that a crawl has met, in the order of discovery. */
export function selectMet(db: Db, crawlId: string) {
  return db
    .selectFrom('crawl_pages')
    .select(['url', 'position', 'state', 'reason', 'fingerprint', 'status', 'target'])
    .where('crawl_id', '=', crawlId)
    .orderBy('position')
    .execute()
}
