import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`
/** A random UUID, as SQLite has no function that makes one. */
const sqliteUuid = [4, 2, 2, 2, 6].map(hex).join(` || '-' || `)

/** Counts conversations from when they are opened: adds the facts of those in which no visitor has written. */
export async function up(db: Kysely<never>): Promise<void> {
  const id = sql.raw(hasRowLocks(db) ? 'gen_random_uuid()::text' : sqliteUuid)
  await sql`insert into conversation_facts
    (id, conversation_id, organization_id, agent_id, origin, started_at, is_new_visitor, closed_at)
    select ${id}, id, organization_id, agent_id, origin, created_at, 0,
      case when status = 'closed' then updated_at else deleted_at end
    from conversations where asked_at is null
      and not exists (select 1 from conversation_facts where conversation_id = conversations.id)`.execute(db)
}
