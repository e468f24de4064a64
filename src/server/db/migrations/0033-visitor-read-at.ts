import type { Kysely } from 'kysely'

/** Adds the time at which the visitor of a website read as far as the conversation's `visitor_read_position`. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('visitor_read_at', 'bigint').execute()
}
