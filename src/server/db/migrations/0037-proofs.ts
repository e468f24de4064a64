import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds proofs of what agents were taught (the questions asked before and after the training), and whether responders
 * may teach.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('organizations')
    .addColumn('responders_teach', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('proofs')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('agent_id', text, (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('gap_id', text)
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('source_version', 'integer', (column) => column.notNull())
    .addColumn('is_new_source', 'integer', (column) => column.notNull())
    .addColumn('task_id', text, (column) => column.notNull())
    .addColumn('question', text, (column) => column.notNull())
    .addColumn('step', text, (column) => column.notNull())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('model_id', text, (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('credit_period', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('proofs_agent_id').on('proofs').columns(['agent_id', 'id']).execute()
  await db.schema.createIndex('proofs_source_id').on('proofs').columns(['source_id']).execute()
  await db.schema.createIndex('proofs_gap_id').on('proofs').columns(['gap_id', 'id']).execute()
  await db.schema
    .createTable('proof_questions')
    .addColumn('proof_id', text, (column) => column.notNull().references('proofs.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('question', text)
    .addColumn('message_id', text)
    .addColumn('conversation_id', text)
    .addColumn('check_id', text, (column) => column.references('checks.id').onDelete('cascade'))
    .addColumn('is_wanted', 'integer', (column) => column.notNull())
    .addColumn('before', text)
    .addColumn('after', text)
    .addColumn('outcome', text)
    .addPrimaryKeyConstraint('proof_questions_pk', ['proof_id', 'position'])
    .execute()
  await db.schema
    .createIndex('proof_questions_conversation_id')
    .on('proof_questions')
    .columns(['conversation_id'])
    .execute()
}
