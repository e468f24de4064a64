import { type Kysely, sql } from 'kysely'

/** Adds an index for counting a site's sources, so that the rows of its pages, which contain texts, are not read. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('site_pages_source_id')
    .on('site_pages')
    .columns(['site_id', 'source_id'])
    .where(sql.ref('source_id'), 'is not', null)
    .execute()
}
