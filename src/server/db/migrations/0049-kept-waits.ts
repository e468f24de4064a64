import type { Kysely } from 'kysely'

/** Adds the time since which a visitor had waited for people when the conversation was closed or given to the AI. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('waited_since', 'bigint').execute()
}
