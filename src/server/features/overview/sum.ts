import { type Facts, QUIET_MS } from '../facts/index.ts'
import { type Column, columns, noSums, type Sums } from './columns.ts'
import { addTime, type ReplyTimes } from './reply-times.ts'

/** The facts of a conversation, with the time of its last message, which is null once the conversation is erased. */
export type Counted = Facts & { last_message_at: number | null }

/** Whether the AI answered without saying that it does not know and without handing over. */
const isAlone = (row: Counted): boolean =>
  row.answered_at !== null && row.unknown_at === null && row.handed_over_at === null

/**
 * The time from which a conversation that the AI answered alone counts as silent if nothing happens before; undefined
 * if it won't.
 */
function quietAt(row: Counted): number | undefined {
  if (!isAlone(row) || row.rating === 'good' || row.reopened_at !== null) return undefined
  return row.closed_at ?? (row.last_message_at ?? row.started_at) + QUIET_MS
}

/** The columns in which a conversation counts. This is the one definition of all numbers that are summed. */
export function columnsOf(row: Counted, now: number): Column[] {
  const quiet = quietAt(row)
  const counts: Partial<Record<Column, boolean>> = {
    conversations: true,
    new_visitors: row.is_new_visitor === 1,
    confirmed: isAlone(row) && row.rating === 'good',
    reopened: isAlone(row) && row.rating !== 'good' && row.reopened_at !== null,
    silent: quiet !== undefined && quiet <= now,
    unknown: row.unknown_at !== null,
    good: row.rating === 'good',
    bad: row.rating === 'bad',
    replied: row.reply_ms !== null,
  }
  const reason = row.handed_over_at === null ? null : row.hand_over_reason
  return columns.filter((column) => column === reason || counts[column] === true)
}

export interface Hour {
  sums: Sums
  replyTimes: ReplyTimes
  /** When the next of the conversations will count as silent if nothing happens before; null if none will. */
  dueAt: number | null
}

/** Sums up conversations. */
export function sumUp(rows: readonly Counted[], now: number): Hour {
  const sums = noSums()
  const replyTimes: ReplyTimes = {}
  let dueAt: number | null = null
  for (const row of rows) {
    for (const column of columnsOf(row, now)) sums[column] += 1
    if (row.reply_ms !== null) addTime(replyTimes, row.reply_ms)
    const quiet = quietAt(row)
    if (quiet !== undefined && quiet > now) dueAt = Math.min(dueAt ?? quiet, quiet)
  }
  return { sums, replyTimes, dueAt }
}
