import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import { readCounters } from '../../db/counters.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { NOT_ANSWERED, presentConversation, presentHandling, WAITING } from '../conversations/index.ts'
import { selectLabels } from '../labels/index.ts'
import {
  type InboxRow,
  selectInbox,
  selectInboxLines,
  selectLastReplyAt,
  selectOpenCounts,
  selectStatusCounts,
} from './queries.ts'
import { readCount } from './read-count.ts'

const PAGE = 50

/** The cursor is the position of the page's last line, so that new activity does not shift the next page. */
export const listInbox: Verb<'listInbox'> = async (ctx, input) => {
  const { organization, query } = input
  const { cursor, sort, ...filter } = query
  const after = readCursor(cursor, sort)
  const rows = await selectInbox(
    ctx.database.read,
    organization.id,
    { ...filter, sort, me: actingUserId(ctx), after },
    PAGE + 1,
  )
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  const items = await presentAll(ctx, organization.id, rows.slice(0, PAGE))
  return { items, next_cursor: last ? `${sort}.${last.place}.${last.id}` : null }
}

function readCursor(cursor: string | undefined, sort: string) {
  if (cursor === undefined) return undefined
  const match = /^([a-z]+)\.(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor)
  if (match?.[1] !== sort) throw invalid('cursor', 'is not one this server gave out for this order')
  return { place: Number(match[2]), id: match[3]! }
}

/** A conversation as the inbox lists it, whichever view it is in. */
export const getInboxLine: Verb<'getInboxLine'> = async (ctx, input) => {
  const { id, organization_id } = input.conversation
  return orNotFound((await inboxLines(ctx, organization_id, [id])).get(id))
}

/** Conversations of an organization as the inbox lists them, by their ids. Deleted ones are left out. */
export async function inboxLines(ctx: Context, organizationId: string, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectInboxLines(ctx.database.read, organizationId, actingUserId(ctx), ids)
  return new Map((await presentAll(ctx, organizationId, rows)).map((item) => [item.id, item]))
}

type Item = Data<'listInbox'>['items'][number]

async function presentAll(ctx: Context, organizationId: string, rows: InboxRow[]): Promise<Item[]> {
  const isAnyLabelled = rows.some(({ label_ids }) => label_ids !== '[]')
  const labels = isAnyLabelled ? await selectLabels(ctx.database.read, organizationId) : []
  return rows.map((row) => ({
    ...presentConversation(row),
    ...presentHandling(row, labels),
    agent_id: row.agent_id,
    waiting_since: isoTimeOrNull(isLeft(row) ? null : row.waiting_since),
    not_answered: row.response_mode === 'ai' && row.waiting_since !== null && !isLeft(row),
    subject: row.subject,
    message_count: row.message_count,
    read_count: readCount(row),
    question: row.question,
    last_message:
      row.last_message_at === null
        ? null
        : {
            role: row.last_message_role ?? 'visitor', // of a machine's mail, which nobody has to answer
            excerpt: row.last_message_excerpt ?? '',
            created_at: isoTime(row.last_message_at),
          },
  }))
}

/** Whether a disabled agent has the conversation, so that its visitor waits for nobody. */
const isLeft = (row: InboxRow) => row.response_mode === 'ai' && row.is_disabled === 1

/**
 * The number of conversations in each view, and of those whose visitors wait for the member who asks or for nobody in
 * particular. The views of conversations that people have are counted in their indexes, up to 10,000 each, which takes
 * some milliseconds at most. Those in `ai` and `closed` may be a million: stored counters have their numbers.
 */
export const getInboxSummary: Verb<'getInboxSummary'> = async (ctx, { organization, query }) => {
  const { read } = ctx.database
  const people = await selectOpenCounts(read, organization.id, actingUserId(ctx), query.agent)
  const totals = await selectStatusCounts(read, organization.id, query.agent)
  return {
    mine: people.mine,
    for_me: people.for_me,
    unassigned: people.unassigned,
    open: people.open,
    ai: totals['conversations:open:ai'] ?? 0,
    snoozed: people.snoozed,
    closed: (totals['conversations:closed:ai'] ?? 0) + (totals['conversations:closed:human'] ?? 0),
    waiting: people.unassigned + people.waiting_for_me,
  }
}

export const getAgentActivity: Verb<'getAgentActivity'> = async (ctx, { agent }) => {
  const totals = await readCounters(ctx.database.read, agent.id)
  const sum = (...names: string[]) => names.reduce((total, name) => total + (totals[name] ?? 0), 0)
  return {
    open: sum('conversations:open:ai', 'conversations:open:human'),
    closed: sum('conversations:closed:ai', 'conversations:closed:human'),
    waiting: sum(WAITING) + (agent.is_disabled ? 0 : sum(NOT_ANSWERED)),
    last_reply_at: isoTimeOrNull(await selectLastReplyAt(ctx.database.read, agent)),
  }
}
