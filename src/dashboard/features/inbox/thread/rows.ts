import type { ResponseMode } from '#contract/enums.ts'
import type { ThreadEntry, ThreadMessage, ThreadMessages } from './messages.ts'

const LOOK_BACK = 30 // messages before one among which the last answer is looked for
const TOGETHER_MS = 5 * 60_000 // milliseconds; a message this soon after its author's last gets no heading

/**
 * A message with the dividers above it. These depend only on earlier messages and entries, so that later ones do not
 * change a row on screen.
 */
export interface ThreadRow {
  message: ThreadMessage
  previous: ThreadMessage | undefined
  startsDay: boolean
  grouped: boolean
  /**
   * Who answers from this message on; undefined if that did not change, or if an event in the thread reports the
   * change.
   */
  baton: ResponseMode | undefined
}

/** A note or an event, with the divider above it. */
export interface EntryRow {
  entry: ThreadEntry
  startsDay: boolean
}

const rows = new WeakMap<ThreadMessage, ThreadRow>()
const entryRows = new WeakMap<ThreadEntry, EntryRow>()

type Loaded = Pick<ThreadMessages, 'messages' | 'entries' | 'first' | 'hasOlder'>

/**
 * Makes the rows for the loaded part of a thread. While older messages can still be loaded, the first message and the
 * entries before it have no row, as their dividers depend on the message before.
 */
export function threadRows({ messages, entries, first, hasOlder }: Loaded): (ThreadRow | EntryRow)[] {
  const result: (ThreadRow | EntryRow)[] = []
  let next = 0
  let above: { created_at: string } | undefined
  let isTold = false
  const addEntries = (behind: number) => {
    for (; next < entries.length && entries[next]!.behind <= behind; next += 1) {
      const entry = entries[next]!
      if (hasOlder && behind < first) continue
      isTold ||= entry.event?.type === 'handed_over' || entry.event?.type === 'given_back'
      result.push(rowOfEntry(entry, above))
      above = entry
    }
  }
  addEntries(first - 1)
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]!
    if (index > 0 || !hasOlder) result.push(rowOf(messages, index, above, isTold))
    if (message.role !== 'visitor') isTold = false
    above = message
    addEntries(first + index)
  }
  return result
}

function rowOfEntry(entry: ThreadEntry, above: { created_at: string } | undefined): EntryRow {
  const startsDay = !above || dayOf(above) !== dayOf(entry)
  const known = entryRows.get(entry)
  if (known && known.startsDay === startsDay) return known
  const row = { entry, startsDay }
  entryRows.set(entry, row)
  return row
}

function rowOf(
  messages: readonly ThreadMessage[],
  index: number,
  above: { created_at: string } | undefined,
  isTold: boolean,
): ThreadRow {
  const message = messages[index]!
  const previous = messages[index - 1]
  const startsDay = !above || dayOf(above) !== dayOf(message)
  const baton = isTold ? undefined : batonChange(messages, index)
  const close = previous && Date.parse(message.created_at) - Date.parse(previous.created_at) < TOGETHER_MS
  const grouped = Boolean(
    !startsDay &&
      !baton &&
      close &&
      above === previous &&
      previous?.role === message.role &&
      previous.author?.name === message.author?.name &&
      !previous.action,
  )
  const known = rows.get(message)
  const row: ThreadRow = { message, previous, startsDay, grouped, baton }
  if (known && isSame(known, row)) return known
  rows.set(message, row)
  return row
}

const isSame = (one: ThreadRow, other: ThreadRow): boolean =>
  one.previous === other.previous &&
  one.startsDay === other.startsDay &&
  one.grouped === other.grouped &&
  one.baton === other.baton

const dayOf = ({ created_at }: { created_at: string }): string => new Date(created_at).toDateString()

/**
 * Who answers from this message on, if that changed. It is inferred from who answered before, as imported conversations
 * have no events about it.
 */
function batonChange(messages: readonly ThreadMessage[], index: number): ThreadRow['baton'] {
  const { role } = messages[index]!
  if (role === 'visitor') return undefined
  const before = messages.slice(Math.max(0, index - LOOK_BACK), index)
  const answerer = before.findLast((message) => message.role !== 'visitor')?.role
  return answerer && answerer !== role ? (role === 'human' ? 'human' : 'ai') : undefined
}
