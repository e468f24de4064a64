import type { ThreadMessage } from './thread-messages.ts'

const TOGETHER_MS = 5 * 60_000 // the same speaker within this goes on without a new heading

/** A message with what stands above it; it depends on the message before alone, so rows never change once shown. */
export interface ThreadRow {
  message: ThreadMessage
  previous: ThreadMessage | undefined
  startsDay: boolean
  grouped: boolean
  /** Who has the baton from here on, where it changed hands. */
  baton: 'ai' | 'human' | undefined
}

const rows = new WeakMap<ThreadMessage, ThreadRow>()

/**
 * Rows for the loaded messages. While older ones are still to come the first is kept back: it is the context
 * of the second, and shown once its own is known.
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

/** The API tells no mode changes of the past: who answered last before this message, if it was the other, shows one. */
function batonChange(messages: readonly ThreadMessage[], index: number): ThreadRow['baton'] {
  const { role } = messages[index]!
  if (role === 'visitor') return undefined
  const answerer = answererBefore(messages, index)
  return answerer && answerer !== role ? (role === 'human' ? 'human' : 'ai') : undefined
}

const LOOK_BACK = 30 // visitor messages in a row after which nobody cares who answered before them

function answererBefore(messages: readonly ThreadMessage[], end: number): ThreadMessage['role'] | undefined {
  for (let index = end - 1; index >= Math.max(0, end - LOOK_BACK); index -= 1) {
    const { role } = messages[index]!
    if (role !== 'visitor') return role
  }
  return undefined
}
