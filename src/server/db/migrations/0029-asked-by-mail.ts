import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Keeps with a gap's question what it asks where no reply tells, as of a mail, whose subject may say it. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table gap_messages add column question ${text}`.execute(db)
}
