import { type RawBuilder, sql } from 'kysely'
import type { ThreadEntryType } from '#contract/enums.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Fixed, preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { findRow } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ThreadPosition } from './thread-position.ts'

/** A part of a thread: what is between two places, without these places themselves. */
interface ThreadPart {
  /** `lastMessage`: the position of the last message before the place. A message comes before the entries after it. */
  before?: (ThreadPosition & { lastMessage: number }) | undefined
  after?: Place | undefined
  /** Whether rows are read from the end of the part, and so come latest first. */
  isFromEnd: boolean
  limit: Fixed
}

/** A place in a thread, in numbers or in SQL expressions whose values depend on the conversation's row. */
type Place = { [Part in keyof ThreadPosition]: ThreadPosition[Part] | RawBuilder<number> }

const messageColumns = [
  'messages.id',
  'messages.position',
  'messages.role',
  'messages.content',
  'messages.action',
  'messages.action_required',
  'messages.user_id',
  'messages.author_type',
  'messages.key_id',
  'messages.created_at',
  'users.name as user_name',
  'api_keys.name as key_name',
  'receipts.citations',
  'receipts.sentences',
] as const

const entryColumns = [
  'thread_entries.id',
  'thread_entries.after_message',
  'thread_entries.number',
  'thread_entries.type',
  'thread_entries.author_type',
  'thread_entries.author_id',
  'thread_entries.content',
  'thread_entries.details',
  'thread_entries.created_at',
  'thread_entries.edited_at',
  'users.name as user_name',
  'api_keys.name as key_name',
] as const

export type ThreadMessage = Awaited<ReturnType<typeof selectThreadMessage>>
export type ThreadEntry = NonNullable<Awaited<ReturnType<typeof selectThreadEntry>>>

const messages = (db: Db) =>
  db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.user_id')
    .leftJoin('api_keys', 'api_keys.id', 'messages.key_id')
    .leftJoin('receipts', 'receipts.message_id', 'messages.id')
    .select(messageColumns)
    .select(
      sql<'person' | null>`case when messages.id = (
        select of_message.offered_message_id from conversations as of_message
        where of_message.id = messages.conversation_id
      ) then 'person' end`.as('offer'),
    )

const entries = (db: Db) =>
  db
    .selectFrom('thread_entries')
    .leftJoin('users', 'users.id', 'thread_entries.author_id')
    .leftJoin('api_keys', 'api_keys.id', 'thread_entries.author_id')
    .select(entryColumns)

/** In a subquery, the id of the conversation that the outer query reads. */
const around = () => sql.ref<string>('conversations.id')

/**
 * The messages of a part of a thread with the names of the people who wrote them, as a subquery for a query that reads
 * `conversations`.
 */
export function messagesOfThread(db: Db, { before, after, isFromEnd, limit }: ThreadPart) {
  let query = messages(db).where('messages.conversation_id', '=', around()).where('messages.deleted_at', 'is', null)
  if (before) query = query.where('messages.position', '<=', before.lastMessage)
  if (after) query = query.where(sql<boolean>`messages.position > ${after.message}`)
  return query.orderBy('messages.position', isFromEnd ? 'desc' : 'asc').limit(sql.lit(limit.value))
}

/** The notes and events of a part of a thread with the names of who acted, as a subquery like `messagesOfThread`. */
export function entriesOfThread(
  db: Db,
  { before, after, isFromEnd, limit }: ThreadPart,
  types?: readonly ThreadEntryType[],
) {
  const place = sql`(thread_entries.after_message, thread_entries.number)`
  let query = entries(db).where('thread_entries.conversation_id', '=', around())
  if (types) query = query.where('thread_entries.type', 'in', types)
  if (before) query = query.where(sql<boolean>`${place} < (${before.message}, ${before.number})`)
  if (after) query = query.where(sql<boolean>`${place} > (${after.message}, ${after.number})`)
  const order = isFromEnd ? 'desc' : 'asc'
  return query
    .orderBy('thread_entries.after_message', order)
    .orderBy('thread_entries.number', order)
    .limit(sql.lit(limit.value))
}

const EARLIER_MAXIMUM = 20

/**
 * As a subquery like `messagesOfThread`: the visitor's earlier conversations, newest first. If the visitor's identity
 * is verified in this one, only those where it was verified too; if not, only those where it was not either.
 */
const earlierConversations = (db: Db) =>
  db
    .selectFrom('conversations as earlier')
    .select(['earlier.id', 'earlier.created_at', 'earlier.status', 'earlier.last_message_excerpt'])
    .where('earlier.agent_id', '=', sql.ref<string>('conversations.agent_id'))
    .where('earlier.chat_user_id', '=', sql.ref<string>('conversations.chat_user_id'))
    .where('earlier.identity_verified', '=', sql.ref<0 | 1>('conversations.identity_verified'))
    .where('earlier.id', '<', around())
    .where('earlier.deleted_at', 'is', null)
    .orderBy('earlier.id', 'desc')
    .limit(sql.lit(EARLIER_MAXIMUM))

/** As a subquery of `conversations`: when the reply was asked for that the AI is making; null if it makes none. */
export const replySince = (db: Db) =>
  db
    .selectFrom('replies')
    .select('replies.created_at')
    .where('replies.conversation_id', '=', around())
    .where('replies.turn', '=', sql.ref<number>('conversations.turn'))
    .where('replies.status', '=', sql.lit('pending'))

/**
 * A part of a conversation's thread and what is shown beside it, all read at the same time: how far a member has read,
 * where the visitor was when their latest visit began, their ratings and their earlier conversations.
 */
export const selectThread = preparedOne((db, id: string, userId: string, part: ThreadPart) => {
  const message = (order: 'asc' | 'desc') =>
    db
      .selectFrom('messages')
      .select(sql<string>`position || '.0'`.as('place'))
      .where('conversation_id', '=', around())
      .where('deleted_at', 'is', null)
      .orderBy('position', order)
      .limit(sql.lit(1))
  const entry = (order: 'asc' | 'desc') =>
    db
      .selectFrom('thread_entries')
      .select(sql<string>`after_message || '.' || number`.as('place'))
      .where('conversation_id', '=', around())
      .orderBy('after_message', order)
      .orderBy('number', order)
      .limit(sql.lit(1))
  return db
    .selectFrom('conversations')
    .leftJoin('visitors', 'visitors.id', 'conversations.visitor_id')
    .leftJoin('read_marks', (join) =>
      join.onRef('read_marks.conversation_id', '=', 'conversations.id').on('read_marks.user_id', '=', userId),
    )
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null)
    .select([
      replySince(db).as('reply_since'),
      'conversations.visitor_id',
      'conversations.visitor_read_position',
      'conversations.visitor_read_at',
      'visitors.id as known_visitor_id',
      'visitors.page_url',
      'visitors.referrer',
      'visitors.locale',
      'visitors.user_agent',
      'visitors.seen_at',
      'visitors.name',
      'visitors.email',
      'visitors.name_proved',
      'visitors.email_proved',
      'visitors.identity_verified',
      sql<string | null>`read_marks.after_message || '.' || read_marks.number`.as('read_position'),
      message('asc').as('first_message'),
      message('desc').as('last_message'),
      entry('asc').as('first_entry'),
      entry('desc').as('last_entry'),
      jsonRows(db, messagesOfThread(db, part)).as('messages'),
      jsonRows(db, entriesOfThread(db, part)).as('entries'),
      jsonRows(db, earlierConversations(db)).as('earlier'),
      jsonRows(db, ratingsOf(db, around())).as('ratings'),
    ])
})

const ratingsOf = (db: Db, conversationId: string | RawBuilder<string>) =>
  db
    .selectFrom('ratings')
    .select(['message_id', 'score', 'comment', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('message_id')

/** How the visitor rated the conversation and answers in it, oldest first. */
export const selectRatings = (db: Db, conversationId: string) => ratingsOf(db, conversationId).execute()

/** The message at a position with the name of who wrote it. */
export const selectThreadMessage = (db: Db, conversationId: string, position: number) =>
  messages(db)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.position', '=', position)
    .executeTakeFirstOrThrow()

/** One entry with the name of who acted. */
export const selectThreadEntry = (db: Db, id: string) =>
  entries(db).where('thread_entries.id', '=', id).executeTakeFirst()

/** A note of the conversation that is not deleted. */
export function selectNote(db: Db, conversationId: string, id: string): Promise<Row<'thread_entries'> | undefined> {
  return findRow(db, 'thread_entries', { id, conversation_id: conversationId, type: 'note' })
}

const WRITTEN_MAXIMUM = 100

/**
 * The first 100 messages that others of the team than this member have written after a position, oldest first. What an
 * API key wrote counts as written by others, even if it is the member's own key, and so do imported messages.
 */
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

/**
 * Moves a member's read mark forward to a place, never back.
 * @returns whether it was moved
 */
export async function raiseReadMark(
  tx: Tx,
  conversationId: string,
  userId: string,
  { message, number }: ThreadPosition,
): Promise<boolean> {
  const moved = await tx
    .insertInto('read_marks')
    .values({ conversation_id: conversationId, user_id: userId, after_message: message, number })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'user_id'])
        .doUpdateSet({ after_message: message, number })
        .where(sql<boolean>`(read_marks.after_message, read_marks.number) < (${message}, ${number})`),
    )
    .returning('user_id')
    .execute()
  return moved.length > 0
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

/** When a conversation was last given back to the AI, and by whom; undefined if it never was. */
export const selectGivenBack = (db: Db, conversationId: string) =>
  db
    .selectFrom('thread_entries')
    .select(['after_message', 'author_type'])
    .where('conversation_id', '=', conversationId)
    .where('type', '=', 'given_back')
    .orderBy('after_message', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
