import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Whether a human message was written by a member or with an API key, and with which. Those of an older release have
 * neither: the person whose key was used and the one at the dashboard can't be told apart there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : 'text'
  await db.schema.alterTable('messages').addColumn('author_type', text).execute()
  await db.schema.alterTable('messages').addColumn('key_id', text).execute()
}
