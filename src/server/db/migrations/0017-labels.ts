import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds an organization's labels. Names are compared by `folded_name`, which has no differences of case. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('labels')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('folded_name', text, (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('labels_folded_name')
    .unique()
    .on('labels')
    .columns(['organization_id', 'folded_name'])
    .execute()
}
