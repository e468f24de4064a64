import type { Kysely } from 'kysely'

/**
 * Drops the index of `sources.crawl_id`, which nothing reads. The column stays, because the release before this one
 * still writes it; a later release may drop it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropIndex('sources_crawl_id').execute()
}
