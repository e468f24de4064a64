import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Makes the table of the agents' logos, each an image in base64 under an id of its own, which is in its address. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`create table agent_logos (
    id ${text} primary key not null,
    agent_id ${text} not null references agents (id) on delete cascade,
    image ${text} not null
  )`.execute(db)
  await sql`create unique index agent_logos_agent_id on agent_logos (agent_id)`.execute(db)
}
