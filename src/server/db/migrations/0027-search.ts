import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * The index of the search: a row for each message, note and visitor of a conversation. Their numbers grow with the time
 * of the line. PostgreSQL keeps the words in the same table, SQLite in a table of its own that is made for it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = hasRowLocks(db)
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  let lines = db.schema
    .createTable('search_lines')
    .addColumn('number', isPostgres ? 'bigint' : 'integer', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('message', 'integer', (column) => column.notNull())
    .addColumn('entry', 'integer', (column) => column.notNull())
  if (isPostgres) lines = lines.addColumn('words', sql`tsvector`, (column) => column.notNull())
  await lines.execute()
  await db.schema
    .createIndex('search_lines_conversation')
    .on('search_lines')
    .columns(['conversation_id', 'kind', 'message', 'entry'])
    .unique()
    .execute()
  if (isPostgres) {
    await db.schema
      .createIndex('search_lines_organization')
      .on('search_lines')
      .columns(['organization_id', 'number'])
      .execute()
    await sql`create index search_lines_words on search_lines using gin (words)`.execute(db)
  } else {
    // The words are cut already, so that only spaces part them here.
    const tokenizer = sql.lit(`ascii tokenchars '_'`)
    await sql`create virtual table search_words using fts5 (organization, words, tokenize = ${tokenizer})`.execute(db)
    // Nothing of a deleted text may stay in the file.
    await sql`insert into search_words (search_words, rank) values ('secure-delete', 1)`.execute(db)
  }
  await db.schema
    .createTable('search_places')
    .addColumn('organization_id', text, (column) => column.primaryKey().notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('backfilled_to', text)
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .execute()
}
