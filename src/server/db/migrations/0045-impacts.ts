import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds impacts: what would become of an agent's answers and checks after a change, such as the removal of a source. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('impacts')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('agent_id', text, (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('without_sources', text)
    .addColumn('model_id', text)
    .addColumn('threshold', text)
    .addColumn('step', text, (column) => column.notNull())
    .addColumn('answers', 'integer', (column) => column.notNull())
    .addColumn('conversations', 'integer', (column) => column.notNull())
    .addColumn('last_cited_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('impacts_agent_id').on('impacts').columns(['agent_id', 'id']).execute()
  await db.schema.createIndex('impacts_created_at').on('impacts').column('created_at').execute()
  await db.schema
    .createTable('impact_answers')
    .addColumn('impact_id', text, (column) => column.notNull().references('impacts.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('conversation_id', text, (column) => column.notNull())
    .addColumn('question_id', text)
    .addColumn('before', text)
    .addColumn('after', text)
    .addColumn('verdict', text)
    .addPrimaryKeyConstraint('impact_answers_pk', ['impact_id', 'position'])
    .execute()
  await db.schema.createIndex('impact_answers_conversation_id').on('impact_answers').column('conversation_id').execute()
  await db.schema
    .createTable('impact_checks')
    .addColumn('impact_id', text, (column) => column.notNull().references('impacts.id').onDelete('cascade'))
    .addColumn('check_id', text, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('before', text)
    .addColumn('after', text)
    .addColumn('outcome', text)
    .addPrimaryKeyConstraint('impact_checks_pk', ['impact_id', 'check_id'])
    .execute()
  await db.schema.createIndex('impact_checks_check_id').on('impact_checks').column('check_id').execute()
}
