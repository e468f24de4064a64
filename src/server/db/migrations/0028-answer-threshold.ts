import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds to agents how sure the built-in model must be before it answers. Before, all answered as `balanced` ones do. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('agents')
    .addColumn('threshold', text, (column) => column.notNull().defaultTo('balanced'))
    .execute()
}
