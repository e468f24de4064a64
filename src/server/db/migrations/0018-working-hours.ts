import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** When an organization's team works, and in which time zone. Without hours it always does. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('organizations')
    .addColumn('time_zone', text, (column) => column.notNull().defaultTo('UTC'))
    .execute()
  await db.schema.alterTable('organizations').addColumn('working_hours', text).execute()
}
