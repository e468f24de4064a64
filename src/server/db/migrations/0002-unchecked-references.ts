import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Drops, on PostgreSQL, the foreign keys of rows that are written with every message. The server locks the referenced
 * row to check such a key, so all transactions of an organization would lock its row, and each would lock its
 * conversation twice. The program itself sees to it that a conversation is deleted only after the rows that refer to
 * it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!hasRowLocks(db)) return
  const references = { events: 'organization_id', messages: 'conversation_id', replies: 'conversation_id' }
  for (const [table, column] of Object.entries(references))
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(`${table}_${column}_fkey`)}`.execute(
      db,
    )
}
