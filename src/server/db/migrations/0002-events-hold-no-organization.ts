import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Events come with every change. To check the organization they name, PostgreSQL would lock its row each time, and all
 * of its transactions would meet there; and it is never deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (hasRowLocks(db)) await sql`alter table events drop constraint if exists events_organization_id_fkey`.execute(db)
}
