import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds the audit log: who did what in each organization, and from where. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('actor_type', text, (column) => column.notNull())
    .addColumn('actor_id', text)
    .addColumn('actor_name', text)
    .addColumn('target_type', text, (column) => column.notNull())
    .addColumn('target_id', text, (column) => column.notNull())
    .addColumn('target_name', text)
    .addColumn('address', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_entries_organization_id')
    .on('audit_entries')
    .columns(['organization_id', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('audit_entries_created_at').on('audit_entries').column('created_at').execute()
}
