import type { ThreadMessage } from './messages.ts'

const TOGETHER_MS = 5 * 60_000 // milliseconds within which messages of one author share a heading

/** A message with the dividers above it. These depend only on the message before, so a row on screen never changes. */
export interface ThreadRow {
  message: ThreadMessage
  previous: ThreadMessage | undefined
  startsDay: boolean
  grouped: boolean
  /** Who answers from this message on; undefined where that did not change. */
  baton: 'ai' | 'human' | undefined
}

const rows = new WeakMap<ThreadMessage, ThreadRow>()

/**
 * Makes the rows for the loaded messages. While older ones can still be loaded, the first message has no row, as its
 * dividers depend on the one before.
 */
export function threadRows(messages: readonly ThreadMessage[], hasOlder: boolean): ThreadRow[] {
  const result: ThreadRow[] = []
  for (let index = hasOlder ? 1 : 0; index < messages.length; index += 1) result.push(rowOf(messages, index))
  return result
}

function rowOf(messages: readonly ThreadMessage[], index: number): ThreadRow {
  const message = messages[index]!
  const previous = messages[index - 1]
  const known = rows.get(message)
  if (known && known.previous === previous) return known
  const startsDay = !previous || dayOf(previous) !== dayOf(message)
  const baton = batonChange(messages, index)
  const close = previous && Date.parse(message.created_at) - Date.parse(previous.created_at) < TOGETHER_MS
  const grouped = Boolean(
    !startsDay &&
      !baton &&
      close &&
      previous?.role === message.role &&
      previous.author?.name === message.author?.name &&
      !previous.action,
  )
  const row: ThreadRow = { message, previous, startsDay, grouped, baton }
  rows.set(message, row)
  return row
}

const dayOf = ({ created_at }: ThreadMessage): string => new Date(created_at).toDateString()

/**
 * Who answers from this message on, if that changed. The API does not provide past changes of the response mode, so
 * they are inferred from who answered before.
 */
function batonChange(messages: readonly ThreadMessage[], index: number): ThreadRow['baton'] {
  const { role } = messages[index]!
  if (role === 'visitor') return undefined
  const answerer = answererBefore(messages, index)
  return answerer && answerer !== role ? (role === 'human' ? 'human' : 'ai') : undefined
}

const LOOK_BACK = 30 // visitor's messages skipped in search of who answered before them

function answererBefore(messages: readonly ThreadMessage[], end: number): ThreadMessage['role'] | undefined {
  for (let index = end - 1; index >= Math.max(0, end - LOOK_BACK); index -= 1) {
    const { role } = messages[index]!
    if (role !== 'visitor') return role
  }
  return undefined
}
