import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds requests to do one thing to many sources, with the numbers of sources for which it was done or has failed. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  let table = db.schema
    .createTable('source_bulks')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('agent_id', text, (column) => column.notNull().references('agents.id').onDelete('cascade'))
  for (const name of ['user_id', 'address', 'kind', 'source_ids', 'status'])
    table = table.addColumn(name, text, (column) => column.notNull())
  for (const name of ['total', 'done', 'failed']) table = table.addColumn(name, 'integer', (column) => column.notNull())
  await table.addColumn('created_at', 'bigint', (column) => column.notNull()).execute()
  await db.schema.createIndex('source_bulks_agent_id').on('source_bulks').column('agent_id').execute()
  await db.schema.createIndex('source_bulks_created_at').on('source_bulks').column('created_at').execute()
}
