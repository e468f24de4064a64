import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds when an organization's team works, and in which time zone. A team without working hours always works. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('organizations')
    .addColumn('time_zone', text, (column) => column.notNull().defaultTo('UTC'))
    .execute()
  await db.schema.alterTable('organizations').addColumn('working_hours', text).execute()
}
