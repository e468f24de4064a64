import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import {
  presentEarlier,
  presentRating,
  presentThreadEntry,
  presentThreadMessage,
  presentVisitorRead,
} from './present-thread.ts'
import { selectConversationById } from './queries.ts'
import { comparePositions, formatPosition, parsePosition } from './thread-position.ts'
import {
  selectEarlier,
  selectRatings,
  selectReadMark,
  selectThreadEnds,
  selectThreadEntries,
  selectThreadMessages,
  selectWhereabouts,
  type ThreadRange,
} from './thread-queries.ts'

type Thread = Data<'listThread'>

/**
 * Lists a part of a conversation's thread, oldest item first: what follows `after`, or else the end of what stands
 * before `before`, or of the whole. All of it is read at one moment.
 */
export function listThread(ctx: Context, { conversation, query }: VerbInput<'listThread'>): Promise<Thread> {
  const before = query.before === undefined ? undefined : parsePosition(query.before)
  const after = query.after === undefined ? undefined : parsePosition(query.after)
  return ctx.database.snapshot(async (db) => {
    const row = await selectConversationById(db, conversation.id)
    if (!row) throw new AppError('resource_not_found') // deleted in the meantime
    const order = after ? 'asc' : 'desc'
    const items = await itemsIn(db, row.id, { before, after, order, limit: query.limit })
    const { first, last } = await selectThreadEnds(db, row.id)
    const read = await selectReadMark(db, row.id, actingUserId(ctx))
    return {
      items,
      first_position: first ? formatPosition(first) : null,
      last_position: last ? formatPosition(last) : null,
      read_position: read ? formatPosition(read) : null,
      earlier: (await selectEarlier(db, row)).map(presentEarlier),
      ...(await whatVisitorTold(db, row)),
    }
  })
}

/** What only visitors of websites tell: from where they write, how far they have read, and what they think of it. */
async function whatVisitorTold(
  db: Db,
  row: Row<'conversations'>,
): Promise<Pick<Thread, 'whereabouts' | 'visitor_read' | 'ratings'>> {
  if (row.visitor_id === null) return { whereabouts: null, visitor_read: null, ratings: [] }
  return {
    whereabouts: (await selectWhereabouts(db, row.visitor_id)) ?? null,
    visitor_read: presentVisitorRead(row),
    ratings: (await selectRatings(db, row.id)).map(presentRating),
  }
}

/** The items of a part of a thread, oldest first. */
async function itemsIn(db: Db, conversationId: string, range: ThreadRange): Promise<Thread['items']> {
  const messages = await selectThreadMessages(db, conversationId, range)
  const entries = await selectThreadEntries(db, conversationId, range)
  const items = [...messages.map(presentThreadMessage), ...entries.map(presentThreadEntry)].sort((one, other) =>
    comparePositions(parsePosition(one.position), parsePosition(other.position)),
  )
  return range.order === 'asc' ? items.slice(0, range.limit) : items.slice(-range.limit)
}
