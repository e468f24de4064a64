import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds gaps: what visitors asked and the AI did not know. Messages that ask the same form a gap. The text of a message
 * is not copied; stored are its id and the direction of its embedding, as a byte for each dimension.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('gaps')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('question_id', text, (column) => column.notNull())
    .addColumn('embedding_model', text, (column) => column.notNull())
    .addColumn('trust', 'double precision', (column) => column.notNull())
    .addColumn('sum', 'bytea', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('visitors', 'integer', (column) => column.notNull())
    .addColumn('conversations', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('gap_messages')
    .addColumn('message_id', text, (column) => column.primaryKey().notNull())
    .addColumn('gap_id', text, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('reply_id', text, (column) => column.notNull())
    .addColumn('chat_user_id', text, (column) => column.notNull())
    .addColumn('embedding', 'bytea', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
  const index = (table: string, name: string, columns: string[]) =>
    db.schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute()
  await index('gaps', 'version', ['agent_id', 'version'])
  await index('gaps', 'by_count', ['agent_id', 'count', 'id'])
  await index('gaps', 'by_last', ['agent_id', 'last_at', 'id'])
  await index('gaps', 'state_by_count', ['agent_id', 'state', 'count', 'id'])
  await index('gaps', 'state_by_last', ['agent_id', 'state', 'last_at', 'id'])
  await index('gap_messages', 'by_time', ['gap_id', 'asked_at', 'message_id'])
  await index('gap_messages', 'visitor', ['gap_id', 'chat_user_id'])
  await index('gap_messages', 'conversation', ['conversation_id', 'gap_id'])
}
