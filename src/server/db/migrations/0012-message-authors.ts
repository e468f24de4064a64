import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds to each human message whether a member wrote it or it came through an API key, and which key. Messages of an
 * older release have neither, because it did not record the difference.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : 'text'
  await db.schema.alterTable('messages').addColumn('author_type', text).execute()
  await db.schema.alterTable('messages').addColumn('key_id', text).execute()
}
