import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Keeps with a plan which sources of its website it was made for. A plan from before is not compared with any. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('plans').addColumn('made_for', text).execute()
}
