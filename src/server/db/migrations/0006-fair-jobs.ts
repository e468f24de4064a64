import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds to each job of the embedded queue how often its process died while it ran, its fairness key, and when it was
 * queued. An older version, which does not know these columns, still works.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('jobs')
    .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('queued_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('jobs').addColumn('waiting_for', text).execute()
  await sql`update jobs set queued_at = created_at`.execute(db)
  // The index contains the fairness keys, so that jobs of other keys can be passed over without their rows.
  await sql`create index jobs_turns on jobs (state, name, run_at, id, waiting_for)`.execute(db)
  await sql`create index jobs_suspects on jobs (run_at) where interruptions >= 2`.execute(db)
}
