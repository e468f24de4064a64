import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Says of each mailbox how far it is in proving that mail arrives, and of which outage its people were told. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table mailboxes add column verification ${text}`.execute(db)
  await sql`alter table mailboxes add column outage_told bigint`.execute(db)
}
