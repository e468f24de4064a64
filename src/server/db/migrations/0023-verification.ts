import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Keeps how replies of providers' models are held to what they were given, and what was found of each sentence. */
export async function up(db: Kysely<never>): Promise<void> {
  // Texts are compared by their bytes, as SQLite does.
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table agents add column verification ${text} not null default 'strict'`.execute(db)
  await sql`alter table receipts add column sentences ${text}`.execute(db)
  await sql`alter table receipts add column is_retried integer`.execute(db)
  await sql`alter table receipts add column input_tokens bigint`.execute(db)
  await sql`alter table receipts add column output_tokens bigint`.execute(db)
}
