import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds who has been mailed about the current wait of a conversation's visitor, and how often a job has looked at it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('mailed_waits')
    .addColumn('conversation_id', text, (column) => column.primaryKey().notNull())
    .addColumn('waiting_since', 'bigint', (column) => column.notNull())
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('user_ids', text, (column) => column.notNull())
    .execute()
}
