import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Names in the audit log what a change has changed. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table audit_entries add column fields ${text}`.execute(db)
}
