import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Keeps with a job the trace of the request that has queued it, as a `traceparent` header. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table jobs add column traceparent ${text}`.execute(db)
}
