import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds the search index: a line for each message and note of a conversation, and one for its visitor. The numbers of
 * lines grow with their times. PostgreSQL keeps the words in the same table, SQLite in a virtual table for full-text
 * search.
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
    // The program splits texts into words; the tokenizer only has to split them again at the spaces between the words.
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
