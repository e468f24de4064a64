import { sql } from 'kysely'
import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** The open conversation of a visitor of a website; there is at most one. */
export const selectOpenVisit = preparedOne((db, visitorId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null),
)

/** The conversation that a visitor of a website sees: the open one, else the newest. */
export const selectVisit = preparedOne((db, visitorId: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`case when status = 'open' then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

/** Notes how far a visitor has read. Nobody lists conversations by this, so it is no change of the conversation. */
export async function markVisitorRead(tx: Tx, id: string, position: number, at: number): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ visitor_read_position: position, visitor_read_at: at })
    .where('id', '=', id)
    .where('message_count', '>=', position)
    .where((where) =>
      where.or([where('visitor_read_position', 'is', null), where('visitor_read_position', '<', position)]),
    )
    .execute()
}

/** A message of any conversation of a visitor of a website. */
export function selectVisitMessage(db: Db, visitorId: string, id: string): Promise<Row<'messages'> | undefined> {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where('messages.id', '=', id)
    .where('conversations.visitor_id', '=', visitorId)
    .where('conversations.deleted_at', 'is', null)
    .where('messages.deleted_at', 'is', null)
    .executeTakeFirst()
}
