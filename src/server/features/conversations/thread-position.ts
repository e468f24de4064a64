import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'

/** A place in a thread: the position of a message, and 0 for the message itself or the number of an entry after it. */
export interface ThreadPosition {
  message: number
  number: number
}

/** A place before everything in a thread. */
export const THREAD_BEGINNING: ThreadPosition = { message: 0, number: 0 }
/** A place after everything in a thread. */
export const THREAD_END: ThreadPosition = { message: 2 ** 31 - 1, number: 0 }

/** Reads what `formatPosition` writes. A client's text must have been checked before, as by the contract's schema. */
export function parsePosition(text: string): ThreadPosition {
  const [message, number] = text.split('.').map(Number)
  return { message: message ?? 0, number: number ?? 0 }
}

export const formatPosition = ({ message, number }: ThreadPosition): string => `${message}.${number}`

/** Negative if `one` comes before `other`, 0 if both are the same place. */
export const comparePositions = (one: ThreadPosition, other: ThreadPosition): number =>
  one.message - other.message || one.number - other.number

/** Compares items of a thread by their positions, to sort them oldest first. */
export const byPosition = (one: { position: string }, other: { position: string }): number =>
  comparePositions(parsePosition(one.position), parsePosition(other.position))

/** @throws AppError 422 on `field` if `place` is after the end of the thread */
export function assertReached(
  { message_count, entry_count }: Pick<Row<'conversations'>, 'message_count' | 'entry_count'>,
  place: ThreadPosition,
  field: string,
): void {
  const last = { message: message_count, number: entry_count }
  if (comparePositions(place, last) > 0) throw invalid(field, 'lies behind the end of the thread')
}
