import type { Kysely } from 'kysely'

/**
 * Finds the conversations of an organization one after the other, deleted ones too, for what goes through all of them. No
 * column of the index ever changes, so that it costs new conversations a little and messages nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('conversations_of_organization')
    .on('conversations')
    .columns(['organization_id', 'id'])
    .execute()
}
