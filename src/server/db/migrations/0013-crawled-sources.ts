import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds to each source the crawl it came from. Sources of an older release have none, because it did not record that.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : 'text'
  await db.schema.alterTable('sources').addColumn('crawl_id', text).execute()
  await db.schema.createIndex('sources_crawl_id').on('sources').column('crawl_id').execute()
}
