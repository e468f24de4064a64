import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Who has been mailed of the present wait of a conversation, and how often that wait was looked at. */
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
