import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import { parseRows } from '../../db/json-rows.ts'
import { Fixed } from '../../db/prepared.ts'
import { isoTime } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { briefFor } from '../briefs/index.ts'
import {
  presentEarlier,
  presentRating,
  presentThreadEntry,
  presentThreadMessage,
  presentVisitorRead,
} from './present-thread.ts'
import { suggestionOf } from './suggestions.ts'
import { withFiles } from './thread-files.ts'
import { GONE_AFTER_MS, mailOfThread, pendingOf, withMails } from './thread-mails.ts'
import { byPosition, comparePositions, parsePosition } from './thread-position.ts'
import { selectThread } from './thread-queries.ts'

type Thread = Data<'listThread'>
type ThreadRow = NonNullable<Awaited<ReturnType<typeof selectThread>>>

/** The query's limit is rounded up to a multiple of this, so that the database has few different statements to plan. */
const READ_AT_ONCE = 50

/**
 * Lists a part of a conversation's thread, oldest item first: the items that follow `after`; without it, the last ones
 * before `before`, or of the whole thread. One query reads all of it, so that its parts belong to the same moment.
 */
export async function listThread(ctx: Context, { conversation, query }: VerbInput<'listThread'>): Promise<Thread> {
  const before = query.before === undefined ? undefined : parsePosition(query.before)
  const after = query.after === undefined ? undefined : parsePosition(query.after)
  // First, so that a mail which leaves meanwhile is not missed.
  const pending = await pendingOf(ctx.database.read, conversation)
  const row = await selectThread(ctx.database.read, conversation.id, actingUserId(ctx), {
    before: before && { ...before, lastMessage: before.number > 0 ? before.message : before.message - 1 },
    after,
    isFromEnd: !after,
    limit: new Fixed(Math.ceil(query.limit / READ_AT_ONCE) * READ_AT_ONCE),
  })
  if (!row) throw new AppError('resource_not_found') // deleted in the meantime
  const all = itemsOf(row)
  const items = after ? all.slice(0, query.limit) : all.slice(-query.limit)
  return {
    items: await withMails(ctx.database.read, conversation, await withFiles(ctx.database.read, conversation, items)),
    first_position: inOrder(row.first_message, row.first_entry).at(0) ?? null,
    last_position: inOrder(row.last_message, row.last_entry).at(-1) ?? null,
    read_position: row.read_position,
    earlier: parseRows(row.earlier).map(presentEarlier),
    reply: row.reply_since === null ? null : { since: isoTime(row.reply_since) },
    ...whatVisitorTold(row),
    has_left: row.seen_at !== null && row.seen_at + GONE_AFTER_MS <= ctx.now(),
    // Once a member has sent something, it is no longer wanted, unless that is taken back.
    suggestion: pending.length > 0 ? null : await suggestionOf(ctx.database.read, conversation.id),
    pending: pending.filter(({ id }) => !items.some((item) => item.id === id)),
    brief: await briefFor(ctx.database.read, conversation),
    ...(await mailOfThread(ctx, conversation)),
  }
}

function itemsOf({ messages, entries }: ThreadRow): Thread['items'] {
  const items = [...parseRows(messages).map(presentThreadMessage), ...parseRows(entries).map(presentThreadEntry)]
  return items.sort(byPosition)
}

/** The positions of the first or the last message and entry, in the order of the thread. */
function inOrder(...ends: (string | null)[]): string[] {
  return ends
    .filter((end) => end !== null)
    .sort((one, other) => comparePositions(parsePosition(one), parsePosition(other)))
}

/** The parts of the answer that only threads with visitors of websites have; for others, each is null or empty. */
function whatVisitorTold(row: ThreadRow): Pick<Thread, 'whereabouts' | 'unproved' | 'visitor_read' | 'ratings'> {
  if (row.visitor_id === null) return { whereabouts: null, unproved: [], visitor_read: null, ratings: [] }
  const { page_url, referrer, locale, user_agent } = row
  return {
    whereabouts: row.known_visitor_id === null ? null : { page_url, referrer, locale, user_agent },
    unproved: (['name', 'email'] as const).filter(
      (field) => row.identity_verified === 1 && row[field] !== null && row[`${field}_proved`] !== 1,
    ),
    visitor_read: presentVisitorRead(row),
    ratings: parseRows(row.ratings).map(presentRating),
  }
}
