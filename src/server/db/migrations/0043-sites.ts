import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds websites that agents are kept up to date with, what crawls learnt of their pages, and the plans of crawls. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('crawl_pages').addColumn('status', 'integer').execute()
  await db.schema.alterTable('crawl_pages').addColumn('target', text).execute()

  let sites = db.schema.createTable('sites').addColumn('id', text, (column) => column.primaryKey().notNull())
  for (const [name, table] of [
    ['organization_id', 'organizations.id'],
    ['agent_id', 'agents.id'],
  ] as const)
    sites = sites.addColumn(name, text, (column) => column.notNull().references(table).onDelete('cascade'))
  for (const name of ['url', 'include', 'exclude', 'schedule', 'weekday', 'policy'])
    sites = sites.addColumn(name, text, (column) => column.notNull())
  await sites
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sites_organization_id').on('sites').columns(['organization_id', 'id']).execute()
  await db.schema.createIndex('sites_agent_id').on('sites').column('agent_id').execute()
  const due = db.schema.createIndex('sites_next_at').on('sites').column('next_at')
  await due.where(sql.ref('next_at'), 'is not', null).execute()

  await db.schema
    .createTable('site_pages')
    .addColumn('site_id', text, (column) => column.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('content', text)
    .addColumn('says', text)
    .addColumn('fingerprint', text, (column) => column.notNull())
    .addColumn('etag', text)
    .addColumn('last_modified', text)
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('source_id', text)
    .addColumn('missing', 'integer', (column) => column.notNull())
    .addColumn('not_found', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_pages_pk', ['site_id', 'url'])
    .execute()

  let plans = db.schema
    .createTable('plans')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('site_id', text, (column) => column.notNull().references('sites.id').onDelete('cascade'))
  for (const name of ['crawl_id', 'status', 'asks', 'broke'])
    plans = plans.addColumn(name, text, (column) => column.notNull())
  for (const name of ['added', 'changed', 'gone', 'unchanged', 'chosen', 'done', 'failed'])
    plans = plans.addColumn(name, 'integer', (column) => column.notNull())
  await plans
    .addColumn('problem', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('plans_site_id').on('plans').columns(['site_id', 'id']).execute()
  await db.schema.createIndex('plans_crawl_id').on('plans').column('crawl_id').execute()

  let pages = db.schema
    .createTable('plan_pages')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('plan_id', text, (column) => column.notNull().references('plans.id').onDelete('cascade'))
  for (const name of ['url', 'title', 'change_name', 'state'])
    pages = pages.addColumn(name, text, (column) => column.notNull())
  for (const name of ['position', 'lines_added', 'lines_removed'])
    pages = pages.addColumn(name, 'integer', (column) => column.notNull())
  await pages.addColumn('source_id', text).addColumn('source_version', 'integer').addColumn('problem', text).execute()
  await db.schema.createIndex('plan_pages_plan_id').on('plan_pages').columns(['plan_id', 'position']).execute()
  await db.schema.createIndex('plan_pages_source_id').on('plan_pages').columns(['source_id', 'state']).execute()
}
