import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds to answer traces the reason why the AI did not answer, and what its sources were searched for. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('receipts').addColumn('reason', text).execute()
  await db.schema.alterTable('receipts').addColumn('search_query', text).execute()
}
