import { type Kysely, sql } from 'kysely'

/**
 * Finds the messages with forms, so that the address somebody has filled in is looked for in these alone. Few messages
 * have one, so that it costs the others nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index messages_with_forms on messages (conversation_id) where action is not null`.execute(db)
}
