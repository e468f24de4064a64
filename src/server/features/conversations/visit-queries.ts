import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { visitorEvents } from '#contract/widget.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { forUpdate } from '../../db/lock.ts'
import { Fixed, preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Identity } from './command.ts'
import type { ThreadPosition } from './thread-position.ts'
import { entriesOfThread, messagesOfThread, replySince } from './thread-queries.ts'

/** The open conversation of a visitor of a website; there is at most one. */
export const selectOpenVisit = preparedOne((db, visitorId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null),
)

export const hasOpenVisit = async (db: Db, visitorId: string): Promise<boolean> =>
  (await selectOpenVisit(db, visitorId)) !== undefined

/** The conversation that a visitor of a website sees: the open one, else the newest. */
const visitOf = (db: Db, visitorId: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`case when status = 'open' then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))

export const selectVisit = preparedOne(visitOf)

/** Locks the conversation that a visitor of a website sees until the transaction ends, and reads it. */
export const lockVisit = preparedOne((tx, visitorId: string) => forUpdate(tx, visitOf(tx, visitorId)))

/** The ids, in order, of the conversations of some visitors, deleted ones too, that say something else of who it is. */
export async function selectKnownOtherwise(tx: Tx, visitorIds: string[], visitor: Identity): Promise<string[]> {
  const columns = Object.keys(visitor) as (keyof Identity)[]
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('visitor_id', 'in', visitorIds)
    .where((row) => row.or(columns.map((column) => row(column, 'is distinct from', visitor[column]))))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes who the visitor is into a deleted conversation, which is shown nowhere but is exported and erased. */
export async function identifyDeleted(tx: Tx, id: string, visitor: Identity): Promise<void> {
  await tx.updateTable('conversations').set(visitor).where('id', '=', id).execute()
}

/** A part of the thread that a visitor sees: what follows `after`, or the thread's end if `after` is undefined. */
interface VisitPart {
  after: ThreadPosition | undefined
  /** The conversation that `after` is a place in, and where others are read from; absent: whichever is seen. */
  of?: { conversationId: string; elsewhere: ThreadPosition } | undefined
}

/** What a visitor sees, all read at the same time: the conversation, their rating of it, and a part of its thread. */
export const selectVisitThread = preparedOne((db, visitorId: string, { after, of }: VisitPart) => {
  const from = (place: keyof ThreadPosition, there: ThreadPosition) =>
    of === undefined
      ? there[place]
      : sql<number>`case when conversations.id = ${of.conversationId}
            then cast(${there[place]} as integer) else cast(${of.elsewhere[place]} as integer) end`
  const part = {
    after: after && { message: from('message', after), number: from('number', after) },
    isFromEnd: !after,
    limit: new Fixed(limits.visitorItems),
  }
  const handedOver = db
    .selectFrom('thread_entries')
    .select('after_message')
    .where('conversation_id', '=', sql.ref<string>('conversations.id'))
    .where('type', '=', sql.lit('handed_over'))
    .orderBy('after_message', 'desc')
    .limit(sql.lit(1))
  // Nobody of the team is shown where the AI answers, whoever has written before.
  const person = db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select('users.name')
    .where('messages.conversation_id', '=', sql.ref<string>('conversations.id'))
    .where(sql<boolean>`conversations.response_mode = 'human'`)
    .where('messages.role', '=', sql.lit('human'))
    .where('messages.author_type', '=', sql.lit('member'))
    .where('messages.deleted_at', 'is', null)
    .where('messages.position', '>', (row) => row.fn.coalesce(handedOver, sql.lit(0)))
    .orderBy('messages.position', 'desc')
    .limit(sql.lit(1))
  return db
    .selectFrom(visitOf(db, visitorId).as('conversations'))
    .leftJoin('ratings', (join) =>
      join.onRef('ratings.conversation_id', '=', 'conversations.id').on('ratings.message_id', '=', sql.lit('')),
    )
    .selectAll('conversations')
    .select(replySince(db).as('reply_since'))
    .select(['ratings.score as rating_score', 'ratings.comment as rating_comment'])
    .select(person.as('person_name'))
    .select([
      jsonRows(db, messagesOfThread(db, part)).as('messages'),
      jsonRows(db, entriesOfThread(db, part, visitorEvents)).as('entries'),
    ])
})

export type VisitThread = NonNullable<Awaited<ReturnType<typeof selectVisitThread>>>

/** Whether a person has written since the conversation was last handed over; notes are no words to its visitor. */
export async function hasPersonWritten(tx: Tx, conversationId: string): Promise<boolean> {
  const handedOver = tx
    .selectFrom('thread_entries')
    .select('after_message')
    .where('conversation_id', '=', conversationId)
    .where('type', '=', 'handed_over')
    .orderBy('after_message', 'desc')
    .limit(1)
  const written = await tx
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'human')
    .where('deleted_at', 'is', null)
    .where('position', '>', (row) => row.fn.coalesce(handedOver, sql.lit(0)))
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}

/** Notes that a visitor has read further. No list shows or sorts by that, so no decision is about it. */
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

/** The language with which a visitor of a website last began or resumed a visit; undefined if they are erased. */
export const selectVisitorLocale = (db: Db, visitorId: string) =>
  db.selectFrom('visitors').select('locale').where('id', '=', visitorId).executeTakeFirst()
