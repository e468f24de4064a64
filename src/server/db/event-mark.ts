import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { preparedOne } from './prepared.ts'
import type { Db } from './tables.ts'

/**
 * A text that changes whenever another event of an organization becomes visible. It reads only the newest events from
 * an index, however long the log is.
 *
 * On SQLite it is the number of the newest event. On PostgreSQL it is the number of the newest event whose transaction
 * is older than all running ones, and the count of visible events of later transactions. Those become visible in any
 * order, so the highest number alone would not show an event that is committed late.
 */
export async function organizationEventMark(db: Db, organizationId: string): Promise<string> {
  return (await ofOrganization(db, organizationId))?.mark ?? ''
}

/**
 * A text that changes whenever another event of an agent becomes visible, as a column for a query that reads `agents`.
 * If the agent has no events, it is null on SQLite and `0` on PostgreSQL.
 */
export function agentEventMark(db: Db): RawBuilder<string | null> {
  return markOf(db, sql`events.agent_id = agents.id`)
}

const ofOrganization = preparedOne((db, id: string) =>
  db.selectNoFrom(markOf(db, sql`organization_id = ${id}`).as('mark')),
)

function markOf(db: Db, where: RawBuilder<SqlBool>): RawBuilder<string | null> {
  if (!hasRowLocks(db))
    return sql`(select cast(sequence as text) from events where ${where} order by sequence desc limit 1)`
  return sql`(select concat_ws(' ',
      (select sequence from events where ${where} and xid < settled.before order by xid desc, sequence desc limit 1),
      (select count(*) from events where ${where} and xid >= settled.before)
    ) from (select pg_snapshot_xmin(pg_current_snapshot()) as before) as settled)`
}
