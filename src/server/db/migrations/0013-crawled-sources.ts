import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** The crawl that a source was chosen from, if it was. Sources of an older release were not asked for it. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : 'text'
  await db.schema.alterTable('sources').addColumn('crawl_id', text).execute()
  await db.schema.createIndex('sources_crawl_id').on('sources').column('crawl_id').execute()
}
