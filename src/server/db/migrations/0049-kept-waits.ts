import type { Kysely } from 'kysely'

/** Adds since when a visitor had waited for people before the conversation was closed or given to the AI unanswered. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('waited_since', 'bigint').execute()
}
