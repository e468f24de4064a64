import { type Kysely, sql } from 'kysely'

/**
 * Adds the time from which messages count as unread for a member. Before, each browser kept what was read. For existing
 * members it is the time of this migration, since the server does not know what they have read; for later ones (null)
 * it is when they join.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('memberships').addColumn('unread_from', 'bigint').execute()
  await sql`update memberships set unread_from = ${Date.now()}`.execute(db)
}
