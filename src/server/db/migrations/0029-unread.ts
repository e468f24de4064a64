import { type Kysely, sql } from 'kysely'

/**
 * From when on each member has messages to read: so far every browser knew what was read in it. For those who are
 * members already that is now, as the server knows little of what they have read; for others it is when they join.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('memberships').addColumn('unread_from', 'bigint').execute()
  await sql`update memberships set unread_from = ${Date.now()}`.execute(db)
}
