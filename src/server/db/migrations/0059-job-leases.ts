import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds to each running job which worker holds it and until when, so that processes can share the table. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('jobs').addColumn('holder', text).execute()
  await db.schema.alterTable('jobs').addColumn('lease_until', 'bigint').execute()
  // Another index begins with the same columns.
  await db.schema.dropIndex('jobs_state_name_run_at').execute()
}
