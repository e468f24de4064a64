import type { Kysely } from 'kysely'

/** Since when the visitor of a conversation had waited for people before it was closed or given to the AI unanswered. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('waited_since', 'bigint').execute()
}
