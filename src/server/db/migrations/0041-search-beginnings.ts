import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds to SQLite's index of words an index of their beginnings of two to four letters. Without it, a search for an
 * unfinished word read the lines of every word with that beginning before it could yield the newest.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (hasRowLocks(db)) return
  const tokenizer = sql.lit(`ascii tokenchars '_'`)
  await sql`create virtual table search_words_new
    using fts5 (organization, words, tokenize = ${tokenizer}, prefix = '2 3 4')`.execute(db)
  // Nothing of a deleted text may stay in the file.
  await sql`insert into search_words_new (search_words_new, rank) values ('secure-delete', 1)`.execute(db)
  await sql`insert into search_words_new (rowid, organization, words)
    select rowid, organization, words from search_words`.execute(db)
  await sql`drop table search_words`.execute(db)
  await sql`alter table search_words_new rename to search_words`.execute(db)
}
