import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds exports and erasures of visitors, and the number of days for which closed conversations are kept. Webhook
 * deliveries and the answers stored under idempotency keys now name the conversation that they are about, if any, so
 * that these copies can be erased with it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('visitor_jobs')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('matches', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('visitor_jobs_organization_id')
    .on('visitor_jobs')
    .columns(['organization_id', 'created_at'])
    .execute()
  await db.schema.createIndex('visitor_jobs_created_at').on('visitor_jobs').column('created_at').execute()
  for (const column of ['retention_days', 'retention_ran_at'])
    await db.schema.alterTable('organizations').addColumn(column, 'bigint').execute()
  await db.schema.alterTable('webhook_deliveries').addColumn('conversation_id', text).execute()
  await db.schema.alterTable('idempotency_keys').addColumn('subject_id', text).execute()
  await sql`create index conversations_email on conversations (organization_id, lower(chat_user_email))
    where chat_user_email is not null`.execute(db)
  await sql`create index conversations_closed on conversations (organization_id, updated_at)
    where status = 'closed' or deleted_at is not null`.execute(db)
  await db.schema
    .createIndex('webhook_deliveries_conversation_id')
    .on('webhook_deliveries')
    .columns(['conversation_id', 'agent_id'])
    .execute()
  await db.schema.createIndex('idempotency_keys_subject_id').on('idempotency_keys').column('subject_id').execute()
}
