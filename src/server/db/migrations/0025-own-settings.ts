import type { Kysely } from 'kysely'

/**
 * Adds settings of how each member is told that a visitor waits. Before, each browser kept its own settings, and nobody
 * was mailed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const memberships = () => db.schema.alterTable('memberships')
  await memberships()
    .addColumn('notify_desktop', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await memberships()
    .addColumn('notify_sound', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await memberships()
    .addColumn('mail_after_minutes', 'integer', (column) => column.defaultTo(5))
    .execute()
}
