import { type Kysely, sql } from 'kysely'

/** Counts a site's sources without reading its pages, each of which holds its text. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('site_pages_source_id')
    .on('site_pages')
    .columns(['site_id', 'source_id'])
    .where(sql.ref('source_id'), 'is not', null)
    .execute()
}
