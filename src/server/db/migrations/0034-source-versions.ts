import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const CITATIONS_SINCE_MS = 90 * 86_400_000

/**
 * Adds what a source said before it was changed, and which answers cite which source. Before, citations were only in
 * the JSON of each answer's trace; those of the last 90 days, the time for which they are counted, are copied from
 * there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = hasRowLocks(db)
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const sources = db.schema.alterTable('sources')
  await sources.addColumn('version', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  await sources.addColumn('has_own_title', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await db.schema
    .createTable('source_versions')
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint')
    .addColumn('user_id', text)
    .addColumn('taught', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_versions_pk', ['source_id', 'version'])
    .execute()
  await db.schema
    .createTable('source_citations')
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_citations_pk', ['message_id', 'source_id'])
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`source_citations_${name}`).on('source_citations').columns(columns).execute()
  await index('by_source', ['source_id', 'created_at'])
  await index('conversation', ['conversation_id'])

  const each = isPostgres
    ? sql`jsonb_array_elements(receipts.citations::jsonb) as cited`
    : sql`json_each(receipts.citations) as cited`
  const source = isPostgres ? sql`cited ->> 'source_id'` : sql`json_extract(cited.value, '$.source_id')`
  await sql`insert into source_citations (message_id, source_id, conversation_id, created_at)
    select distinct messages.id, ${source}, messages.conversation_id, messages.created_at
    from receipts join messages on messages.id = receipts.message_id cross join ${each}
    where messages.created_at >= ${Date.now() - CITATIONS_SINCE_MS} and ${source} is not null`.execute(db)
}
