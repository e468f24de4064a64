import { type Kysely, sql } from 'kysely'

/**
 * Adds an index of the messages with forms, so that an e-mail address which a visitor has filled in is searched for in
 * these alone. Few messages have a form, and the index costs the others nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index messages_with_forms on messages (conversation_id) where action is not null`.execute(db)
}
