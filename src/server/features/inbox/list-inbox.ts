import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { addUp } from '../../db/counters.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { presentConversation, WAITING } from '../conversations/index.ts'
import { type InboxRow, selectInbox, selectInboxCounters, selectLastReplyAt } from './queries.ts'

const PAGE = 50

/**
 * Lists one page of the inbox. Its cursor is the position of the page's last line, so that new activity above does not
 * shift the next page.
 */
export async function listInbox(ctx: Context, input: VerbInput<'listInbox'>): Promise<Data<'listInbox'>> {
  const { organization, query } = input
  const filter = { view: query.view, agent: query.agent, origin: query.origin, after: readCursor(query.cursor) }
  const rows = await selectInbox(ctx.database.read, organization.id, filter, PAGE + 1)
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return { items: rows.slice(0, PAGE).map(presentItem), next_cursor: last ? `${last.updated_at}.${last.id}` : null }
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor)
  if (!match) throw invalid('cursor', 'is not one this server gave out')
  return { updatedAt: Number(match[1]), id: match[2]! }
}

function presentItem(row: InboxRow): Data<'listInbox'>['items'][number] {
  return {
    ...presentConversation(row),
    agent_id: row.agent_id,
    waiting_since: isoTimeOrNull(row.waiting_since),
    message_count: row.message_count,
    question: row.question,
    last_message:
      row.last_message_role === null || row.last_message_at === null
        ? null
        : {
            role: row.last_message_role,
            excerpt: row.last_message_excerpt ?? '',
            created_at: isoTime(row.last_message_at),
          },
  }
}

/** The number of conversations in each view, from counters, and the time of the latest reply. */
export async function getInboxSummary(
  ctx: Context,
  input: VerbInput<'getInboxSummary'>,
): Promise<Data<'getInboxSummary'>> {
  const { organization, query } = input
  const rows = await selectInboxCounters(ctx.database.read, organization.id, query.agent)
  const totals = addUp(rows)
  const count = (name: string) => totals[name] ?? 0
  const ai = count('conversations:open:ai')
  const human = count('conversations:open:human')
  return {
    needs_person: count(WAITING),
    with_people: human,
    open: ai + human,
    ai,
    closed: count('conversations:closed:ai') + count('conversations:closed:human'),
    last_reply_at: isoTimeOrNull(await selectLastReplyAt(ctx.database.read, organization.id, query.agent)),
  }
}
