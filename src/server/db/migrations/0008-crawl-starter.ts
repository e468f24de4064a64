import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Says of each crawl which member or API key has started it; of those that are there already nobody knows it. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table crawls add column starter_type ${text}`.execute(db)
  await sql`alter table crawls add column starter_id ${text}`.execute(db)
}
