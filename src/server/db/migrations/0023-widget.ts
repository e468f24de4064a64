import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** The chat on websites: its settings, its visitors with their tokens and messages, and their ratings. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('agents').addColumn('widget', text).execute()
  await db.schema.alterTable('conversations').addColumn('visitor_id', text).execute()
  await db.schema.alterTable('conversations').addColumn('visitor_read_position', 'bigint').execute()
  await sql`create unique index conversations_open_visitor on conversations (visitor_id)
    where visitor_id is not null and status = 'open' and deleted_at is null`.execute(db)
  await sql`create index conversations_visitor on conversations (visitor_id, id)
    where visitor_id is not null`.execute(db)
  await db.schema
    .createTable('visitors')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('agent_id', text, (column) => column.notNull())
    .addColumn('chat_user_id', text, (column) => column.notNull())
    .addColumn('name', text)
    .addColumn('email', text)
    .addColumn('identity_verified', 'bigint', (column) => column.notNull())
    .addColumn('page_url', text)
    .addColumn('referrer', text)
    .addColumn('locale', text)
    .addColumn('user_agent', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('visitors_agent_id_chat_user_id')
    .on('visitors')
    .columns(['agent_id', 'identity_verified', 'chat_user_id'])
    .unique()
    .execute()
  await db.schema
    .createTable('visitor_sessions')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('visitor_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('visitor_sessions_visitor_id').on('visitor_sessions').column('visitor_id').execute()
  await db.schema.createIndex('visitor_sessions_expires_at').on('visitor_sessions').column('expires_at').execute()
  await db.schema
    .createTable('visitor_messages')
    .addColumn('visitor_id', text, (column) => column.notNull())
    .addColumn('client_id', text, (column) => column.notNull())
    .addColumn('content_hash', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('visitor_messages_primary_key', ['visitor_id', 'client_id'])
    .execute()
  await db.schema
    .createTable('ratings')
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('score', text, (column) => column.notNull())
    .addColumn('comment', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ratings_primary_key', ['conversation_id', 'message_id'])
    .execute()
}
