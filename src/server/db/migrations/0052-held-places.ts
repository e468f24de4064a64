import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds, on PostgreSQL, the places of which all processes together may take a limited number, such as open streams to
 * one network. The table is unlogged (faster, but emptied by a crash of the database server): whoever holds a place
 * stores it again and again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!hasRowLocks(db)) return
  await sql`create unlogged table held_places (key text collate "C" not null, place int not null,
    holder text collate "C" not null, expires_at bigint not null, primary key (key, place))`.execute(db)
  await sql`create index held_places_holder on held_places (holder)`.execute(db)
}
