import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds what needs somebody, so that owners are told once when it begins and once when it is over. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`create table alarms (
    rule ${text} primary key not null, since bigint not null, seen_at bigint not null, detail ${text} not null
  )`.execute(db)
}
