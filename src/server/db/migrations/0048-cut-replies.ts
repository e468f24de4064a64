import type { Kysely } from 'kysely'

/** Whether a reply lacks the end of what the model had to say. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('receipts')
    .addColumn('is_cut', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
