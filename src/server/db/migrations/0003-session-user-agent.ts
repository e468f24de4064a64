import type { Kysely } from 'kysely'

/** So that people can tell their sessions apart. Those begun by an older version have none. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute()
}
