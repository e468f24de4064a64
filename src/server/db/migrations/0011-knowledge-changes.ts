import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Which source each version of an agent's knowledge has changed, so that copies in memory change by that source alone. A
 * version that is missing here, as those that an older release makes, has everything loaded anew.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : 'text'
  await db.schema
    .createTable('knowledge_changes')
    .addColumn('agent_id', text, (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('knowledge_changes_key', ['agent_id', 'version'])
    .execute()
}
