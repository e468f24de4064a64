import type { Kysely } from 'kysely'

/**
 * Adds the browser to each session, so that people can tell their sessions apart. Sessions begun by an older version
 * have none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute()
}
