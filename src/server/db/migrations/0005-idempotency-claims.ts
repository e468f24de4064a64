import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * A claim to an idempotency key has a name, so that a request which has lost its key can't store an answer under it. And
 * an uploaded file is on record before it is saved, so that one whose source is never stored can be found.
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
