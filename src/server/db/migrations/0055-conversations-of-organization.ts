import type { Kysely } from 'kysely'

/**
 * Adds an index for going through all conversations of an organization, deleted ones too, in the order of ids. Its
 * columns never change, so it costs a little for each new conversation and nothing for messages.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('conversations_of_organization')
    .on('conversations')
    .columns(['organization_id', 'id'])
    .execute()
}
