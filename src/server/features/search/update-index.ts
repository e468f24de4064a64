import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { insertLines, type LineKind, removeLines } from '../../db/search-index.ts'
import type { Tx } from '../../db/tables.ts'
import { lastEventSequence, readEventsAfter, type VisibleEvent } from '../../db/visible-events.ts'
import { EVENTS_KEPT_MS } from '../../events/read-events.ts'
import {
  lockIndex,
  selectConversations,
  selectConversationsBefore,
  selectMessagesAfter,
  selectNotesOf,
  selectNumbers,
  selectPlace,
  selectReached,
  selectTaken,
  writePlace,
} from './queries.ts'
import { visitorText } from './visitor-text.ts'
import { wordsOf } from './words.ts'

const EVENTS_AT_ONCE = 200
const MOST_AHEAD = 10_000 // if a process remembers more numbers of events for an organization, it forgets them all
const CONVERSATIONS_AT_ONCE = 20 // a longer transaction would hold up all writers on SQLite
const MESSAGES_AT_ONCE = 200 // messages of one conversation that are read in one step
const LINES_AT_ONCE = 2_000
const NUMBERS_A_MILLISECOND = 1_024

/**
 * Brings an organization's search index up to date: first with what has happened, as the event log tells, then with the
 * conversations that were there before the index. Several processes may run it at once.
 */
export async function updateIndex(deps: Dependencies, organizationId: string): Promise<void> {
  const ahead = new Set<number>()
  while (await indexMore(deps, organizationId, ahead));
}

/**
 * Does a small part of the work that an organization's index needs.
 * @param ahead numbers of events that are indexed although events with lower numbers may still be committed; updated
 * here
 * @returns whether more is left to do
 */
export async function indexMore(deps: Dependencies, organizationId: string, ahead: Set<number>): Promise<boolean> {
  const { isMoreLeft, events } = await deps.database.transaction((tx) => step(deps, tx, organizationId, ahead))
  if (ahead.size > MOST_AHEAD) ahead.clear() // the events are indexed once more, which changes nothing
  for (const { sequence, isSettled } of events)
    if (isSettled) ahead.delete(sequence)
    else ahead.add(sequence)
  return isMoreLeft
}

interface Step {
  isMoreLeft: boolean
  /** The events whose conversations are now in the index. */
  events: readonly VisibleEvent[]
}

async function step(deps: Dependencies, tx: Tx, organizationId: string, ahead: ReadonlySet<number>): Promise<Step> {
  await lockIndex(tx, organizationId)
  const now = deps.now()
  const place = await selectPlace(tx, organizationId)
  if (!place || place.checked_at < now - EVENTS_KEPT_MS) {
    // There is no index yet, or events since the last check may have been deleted from the log. So every conversation
    // is looked at (again).
    const sequence = await lastEventSequence(tx, organizationId)
    await writePlace(tx, { organization_id: organizationId, sequence, backfilled_to: '', checked_at: now })
    return { isMoreLeft: true, events: [] }
  }
  const events = await readEventsAfter(tx, organizationId, place.sequence, EVENTS_AT_ONCE, ahead)
  if (events.length > 0) {
    const ids = new Set(events.map(({ payload }) => JSON.parse(payload).conversation_id as string | undefined))
    ids.delete(undefined)
    let isWhole = true
    if (ids.size > 0) isWhole = await indexConversations(tx, await selectConversations(tx, [...ids] as string[]))
    if (!isWhole) return { isMoreLeft: true, events: [] }
    const sequence = events.findLast(({ isSettled }) => isSettled)?.sequence ?? place.sequence
    if (sequence !== place.sequence) await writePlace(tx, { ...place, sequence, checked_at: now })
    if (sequence !== place.sequence || events.length === EVENTS_AT_ONCE) return { isMoreLeft: true, events }
  }
  // Without new events nothing was missed, so the check is dated anew before the log's events would be too old for it.
  if (events.length === 0 && place.checked_at < now - EVENTS_KEPT_MS / 2)
    await writePlace(tx, { ...place, checked_at: now })
  if (place.backfilled_to === null) return { isMoreLeft: false, events }
  const earlier = await selectConversationsBefore(tx, organizationId, place.backfilled_to, CONVERSATIONS_AT_ONCE)
  if (await indexConversations(tx, earlier))
    await writePlace(tx, { ...place, backfilled_to: earlier.at(-1)?.id ?? null, checked_at: now })
  return { isMoreLeft: true, events }
}

interface Line {
  conversation: Row<'conversations'>
  kind: LineKind
  message: number
  entry: number
  text: string
  at: number
}

/**
 * Brings the index of these conversations up to date.
 * @returns false if messages may be left, as there are many of one conversation or in all, so that it must be called
 * again
 */
async function indexConversations(tx: Tx, rows: readonly Row<'conversations'>[]): Promise<boolean> {
  if (rows.length === 0) return true
  let isWhole = true
  const ids = rows.map(({ id }) => id)
  const live = new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.id, row]))
  const deleted = ids.filter((id) => !live.has(id))
  // The text of a message never changes; notes do, and so do the visitor's name, address and id.
  await removeLines(tx, await selectNumbers(tx, ids, ['note', 'visitor']))
  await removeLines(tx, await selectNumbers(tx, deleted, ['message']))
  const reached = await selectReached(tx, [...live.keys()])
  const lines: Line[] = []
  for (const [id, conversation] of live) {
    const text = visitorText(conversation)
    lines.push({ conversation, kind: 'visitor', message: 0, entry: 0, text, at: conversation.created_at })
    if (lines.length > LINES_AT_ONCE) {
      isWhole = false
      continue
    }
    const messages = await selectMessagesAfter(tx, id, reached.get(id) ?? 0, MESSAGES_AT_ONCE)
    if (messages.length === MESSAGES_AT_ONCE) isWhole = false
    for (const { position, content, created_at } of messages)
      lines.push({ conversation, kind: 'message', message: position, entry: 0, text: content, at: created_at })
  }
  for (const note of await selectNotesOf(tx, ids)) {
    const conversation = live.get(note.conversation_id)
    const { after_message: message, number: entry, content, created_at: at } = note
    if (conversation) lines.push({ conversation, kind: 'note', message, entry, text: content ?? '', at })
  }
  await insertLines(tx, await numbered(tx, lines))
  return isWhole
}

/** Gives each line a number that grows with its time and that no other line has. */
async function numbered(tx: Tx, lines: readonly Line[]) {
  const mine = new Set<number>()
  const wanted = lines.map(({ at }) => {
    let number = numberOf(at)
    while (mine.has(number)) number += 1
    mine.add(number)
    return number
  })
  for (;;) {
    const taken = new Set(await selectTaken(tx, wanted))
    if (taken.size === 0) break
    for (const [index, number] of wanted.entries()) {
      if (!taken.has(number)) continue
      let free = number + 1
      while (mine.has(free) || taken.has(free)) free += 1
      mine.add(free)
      wanted[index] = free
    }
  }
  return lines.map(({ conversation, kind, message, entry, text }, index) => ({
    number: wanted[index]!,
    organization_id: conversation.organization_id,
    conversation_id: conversation.id,
    kind,
    message,
    entry,
    words: wordsOf(text).map(({ word }) => word),
  }))
}

/** The first number a line of that moment can have. */
export const numberOf = (milliseconds: number): number => Math.max(milliseconds, 0) * NUMBERS_A_MILLISECOND
