import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * What comes with every message names rows that are never deleted, only marked so. To check them, PostgreSQL would lock
 * the row each time: an organization's transactions would meet at its row, and each would lock its conversation twice.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!hasRowLocks(db)) return
  const references = { events: 'organization_id', messages: 'conversation_id', replies: 'conversation_id' }
  for (const [table, column] of Object.entries(references))
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(`${table}_${column}_fkey`)}`.execute(
      db,
    )
}
