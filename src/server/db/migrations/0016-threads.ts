import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds the entries of a conversation's thread that are not messages, such as notes and who closed it, and how far each
 * member has read. Messages keep their positions, because the pages of the public API depend on them: an entry comes
 * after the message with the position `after_message` (0: before the first one), as the `number`th entry there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('thread_entries')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('after_message', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('author_type', text, (column) => column.notNull())
    .addColumn('author_id', text)
    .addColumn('content', text)
    .addColumn('details', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('edited_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('thread_entries_position')
    .on('thread_entries')
    .columns(['conversation_id', 'after_message', 'number'])
    .unique()
    .execute()
  await db.schema
    .createTable('read_marks')
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('after_message', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('read_marks_key', ['conversation_id', 'user_id'])
    .execute()
  // The number of entries after the last message.
  await db.schema
    .alterTable('conversations')
    .addColumn('entry_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('conversations_visitor')
    .on('conversations')
    .columns(['agent_id', 'chat_user_id', 'id'])
    .execute()
}
