import type { Kysely } from 'kysely'

/** Adds whether a reply lacks its end, because the model could not write all of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('receipts')
    .addColumn('is_cut', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
