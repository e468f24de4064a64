import { sql } from 'kysely'
import type { ThreadEntryType } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { comparePositions, parsePosition, type ThreadPosition } from './thread-position.ts'

/** A part of a thread. Both ends are left out. */
export interface ThreadRange {
  before: ThreadPosition | undefined
  after: ThreadPosition | undefined
  /** `asc` reads from the range's beginning, `desc` from its end. */
  order: 'asc' | 'desc'
  limit: number
  /** Only entries of these types; messages are always there. */
  types?: readonly ThreadEntryType[]
}

export type ThreadMessage = Row<'messages'> & { user_name: string | null; key_name: string | null }
export type ThreadEntry = Row<'thread_entries'> & { user_name: string | null; key_name: string | null }

/** The messages of a part of a thread with the names of the people who wrote them, in the asked order. */
export function selectThreadMessages(
  db: Db,
  conversationId: string,
  { before, after, order, limit }: ThreadRange,
): Promise<ThreadMessage[]> {
  let query = db
    .selectFrom('messages')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'messages.user_id').on('messages.author_type', 'is not', null),
    )
    .leftJoin('api_keys', 'api_keys.id', 'messages.key_id')
    .selectAll('messages')
    .select(['users.name as user_name', 'api_keys.name as key_name'])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.deleted_at', 'is', null)
  // A message stands before the entries behind it, so it lies before every place of its own number but its own.
  if (before) query = query.where('messages.position', before.number > 0 ? '<=' : '<', before.message)
  if (after) query = query.where('messages.position', '>', after.message)
  return query.orderBy('messages.position', order).limit(limit).execute()
}

/** The notes and events of a part of a thread with the names of who acted, in the asked order. */
export function selectThreadEntries(
  db: Db,
  conversationId: string,
  { before, after, order, limit, types }: ThreadRange,
): Promise<ThreadEntry[]> {
  const place = sql`(thread_entries.after_message, thread_entries.number)`
  let query = db
    .selectFrom('thread_entries')
    .leftJoin('users', 'users.id', 'thread_entries.author_id')
    .leftJoin('api_keys', 'api_keys.id', 'thread_entries.author_id')
    .selectAll('thread_entries')
    .select(['users.name as user_name', 'api_keys.name as key_name'])
    .where('thread_entries.conversation_id', '=', conversationId)
  if (types) query = query.where('thread_entries.type', 'in', types)
  if (before) query = query.where(sql<boolean>`${place} < (${before.message}, ${before.number})`)
  if (after) query = query.where(sql<boolean>`${place} > (${after.message}, ${after.number})`)
  return query
    .orderBy('thread_entries.after_message', order)
    .orderBy('thread_entries.number', order)
    .limit(limit)
    .execute()
}

/** The places of a thread's first and last items; of an empty thread there are none. */
export async function selectThreadEnds(
  db: Db,
  conversationId: string,
): Promise<{ first: ThreadPosition | undefined; last: ThreadPosition | undefined }> {
  const message = (order: 'asc' | 'desc') =>
    db
      .selectFrom('messages')
      .select('position')
      .where('conversation_id', '=', conversationId)
      .where('deleted_at', 'is', null)
      .orderBy('position', order)
      .limit(1)
  const entry = (order: 'asc' | 'desc') =>
    db
      .selectFrom('thread_entries')
      .select(sql<string>`after_message || '.' || number`.as('position'))
      .where('conversation_id', '=', conversationId)
      .orderBy('after_message', order)
      .orderBy('number', order)
      .limit(1)
  const ends = await db
    .selectNoFrom([
      message('asc').as('firstMessage'),
      message('desc').as('lastMessage'),
      entry('asc').as('firstEntry'),
      entry('desc').as('lastEntry'),
    ])
    .executeTakeFirstOrThrow()
  const inOrder = (end: number | null, entryEnd: string | null) =>
    [
      ...(end === null ? [] : [{ message: end, number: 0 }]),
      ...(entryEnd === null ? [] : [parsePosition(entryEnd)]),
    ].sort(comparePositions)
  return {
    first: inOrder(ends.firstMessage, ends.firstEntry).at(0),
    last: inOrder(ends.lastMessage, ends.lastEntry).at(-1),
  }
}

/** One entry with the name of who acted. */
export function selectThreadEntry(db: Db, id: string): Promise<ThreadEntry | undefined> {
  return db
    .selectFrom('thread_entries')
    .leftJoin('users', 'users.id', 'thread_entries.author_id')
    .leftJoin('api_keys', 'api_keys.id', 'thread_entries.author_id')
    .selectAll('thread_entries')
    .select(['users.name as user_name', 'api_keys.name as key_name'])
    .where('thread_entries.id', '=', id)
    .executeTakeFirst()
}

/** A note of the conversation that is not deleted. */
export function selectNote(db: Db, conversationId: string, id: string): Promise<Row<'thread_entries'> | undefined> {
  return db
    .selectFrom('thread_entries')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('type', '=', 'note')
    .executeTakeFirst()
}

const WRITTEN_MAXIMUM = 100

/** What others of the team than this member have written after a message, oldest first. A key is always another. */
export function selectWrittenByOthers(db: Db, conversationId: string, position: number, userId: string) {
  return db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.user_id')
    .leftJoin('api_keys', 'api_keys.id', 'messages.key_id')
    .select(['messages.content', 'messages.author_type', 'users.name as user_name', 'api_keys.name as key_name'])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.position', '>', position)
    .where('messages.role', '=', 'human')
    .where('messages.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('messages.author_type', 'is', null),
        is('messages.author_type', '!=', 'member'),
        is('messages.user_id', '!=', userId),
      ]),
    )
    .orderBy('messages.position')
    .limit(WRITTEN_MAXIMUM)
    .execute()
}

/** Moves a member's read mark forward to a place, never back. */
export async function raiseReadMark(
  tx: Tx,
  conversationId: string,
  userId: string,
  { message, number }: ThreadPosition,
): Promise<void> {
  await tx
    .insertInto('read_marks')
    .values({ conversation_id: conversationId, user_id: userId, after_message: message, number })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'user_id'])
        .doUpdateSet({ after_message: message, number })
        .where(sql<boolean>`(read_marks.after_message, read_marks.number) < (${message}, ${number})`),
    )
    .execute()
}

/** Moves a member's read mark to a message, which may lie before the one it is at. */
export async function lowerReadMark(tx: Tx, conversationId: string, userId: string, message: number): Promise<void> {
  await tx
    .insertInto('read_marks')
    .values({ conversation_id: conversationId, user_id: userId, after_message: message, number: 0 })
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'user_id']).doUpdateSet({ after_message: message, number: 0 }),
    )
    .execute()
}

export function selectReadMark(db: Db, conversationId: string, userId: string) {
  return db
    .selectFrom('read_marks')
    .select(['after_message as message', 'number'])
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** From where a visitor of a website wrote last. */
export function selectWhereabouts(db: Db, visitorId: string) {
  return db
    .selectFrom('visitors')
    .select(['page_url', 'referrer', 'locale', 'user_agent'])
    .where('id', '=', visitorId)
    .executeTakeFirst()
}

/** How the visitor rated the conversation and answers in it, oldest first. */
export function selectRatings(db: Db, conversationId: string): Promise<Row<'ratings'>[]> {
  return db
    .selectFrom('ratings')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('message_id')
    .execute()
}

const EARLIER_MAXIMUM = 20

/** The visitor's conversations before this one whose identity is as verified as in it, newest first. */
export function selectEarlier(db: Db, conversation: Row<'conversations'>) {
  return db
    .selectFrom('conversations')
    .select(['id', 'created_at', 'status', 'last_message_excerpt'])
    .where('agent_id', '=', conversation.agent_id)
    .where('chat_user_id', '=', conversation.chat_user_id)
    .where('identity_verified', '=', conversation.identity_verified)
    .where('id', '<', conversation.id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(EARLIER_MAXIMUM)
    .execute()
}
