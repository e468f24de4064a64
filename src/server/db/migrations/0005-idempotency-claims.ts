import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Gives each claim on an idempotency key a token, so that a request which has lost its claim can't store an answer.
 * Also records an uploaded file before it is saved, so that a file whose source was never stored can be found.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('idempotency_keys').addColumn('claim_token', text).execute()
  await db.schema
    .createTable('uploads')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_created_at').on('uploads').column('created_at').execute()
}
