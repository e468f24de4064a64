import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'
import { agents } from './start/agents.ts'
import { conversations } from './start/conversations.ts'
import { evaluation } from './start/evaluation.ts'
import { organizations } from './start/organizations.ts'
import { overview } from './start/overview.ts'
import { platform } from './start/platform.ts'
import { onPostgres } from './start/postgres.ts'
import { sites } from './start/sites.ts'
import { onSqlite } from './start/sqlite.ts'
import { threads } from './start/threads.ts'

/** Statements for both databases. Each table comes after those that it refers to. */
const shared = [organizations, agents, sites, conversations, threads, evaluation, overview, platform].join('')

/**
 * Makes the first schema. Ids are UUID v7 texts, times integers in milliseconds since 1970, flags 0 or 1; `tables/`
 * says what the columns hold.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // PostgreSQL sorts texts by code points, as SQLite does, instead of by the rules of its configured language. Those
  // make every index lookup slower, and an update of the operating system can change them, which corrupts indexes.
  const script = hasRowLocks(db) ? (shared + onPostgres).replace(/\btext\b/g, 'text collate "C"') : shared + onSqlite
  for (const statement of script.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
