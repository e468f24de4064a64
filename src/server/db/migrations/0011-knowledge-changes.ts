import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Records which source was changed by each version of an agent's knowledge, so that only that source is loaded again
 * into a copy in memory. Where a version is missing because an older release made it, the whole copy is loaded again.
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
