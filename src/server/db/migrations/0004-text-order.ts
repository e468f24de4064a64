import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const tables = [
  ...['users', 'organizations', 'sessions', 'session_tokens', 'sign_in_failures', 'api_keys', 'agents'],
  ...['agent_actions', 'sources', 'training_jobs', 'chunks', 'crawls', 'crawl_pages', 'conversations', 'messages'],
  ...['replies', 'receipts', 'events', 'webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'],
  ...['idempotency_keys', 'counters', 'quota_usage', 'jobs', 'rate_limits'],
]

/**
 * Makes PostgreSQL sort texts by code points, as SQLite does, instead of by the rules of its configured language. Those
 * make every index lookup slower, and an update of the operating system can change them, which corrupts indexes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!hasRowLocks(db)) return
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and atttypid = 'text'::regtype and attnum > 0 and not attisdropped`.execute(
      db,
    )
    const columns = rows.map(({ name }) => sql`alter column ${sql.id(name)} type text collate "C"`)
    await sql`alter table ${sql.table(table)} ${sql.join(columns)}`.execute(db)
  }
}
