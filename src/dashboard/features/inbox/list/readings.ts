import type { Line } from './lines.ts'

const MOST = 2_000 // conversations
const NOT_TOLD = Number.POSITIVE_INFINITY

interface Reading {
  /** Number of messages read. */
  count: number
  /** Number of this reading among those the server knows, which grows with each. */
  at: number
}

/** How far conversations were read lately, which a list that was being fetched meanwhile may not tell yet. */
const readings = new Map<string, Reading>()
let tick = 0

/** Number of the latest reading, for `withReadings` after a fetch that begins now. */
export const readingsUntilNow = (): number => tick

/** Fetched lines with what was read since their fetch began, or is not told to the server yet. */
export function withReadings(lines: readonly Line[], after: number): readonly Line[] {
  return lines.map((line) => {
    const reading = readings.get(line.id)
    return reading && reading.at > after ? { ...line, read_count: reading.count } : line
  })
}

/** Notes how far a conversation was read, or that its last message counts as unread. */
export function noteReading(conversationId: string, count: number, isTold: boolean): void {
  readings.delete(conversationId)
  readings.set(conversationId, { count, at: isTold ? ++tick : NOT_TOLD })
  if (readings.size > MOST) readings.delete(readings.keys().next().value!)
}

/** Notes that the server knows this reading, unless there is a later one. */
export function noteTold(conversationId: string, count: number): void {
  if (readings.get(conversationId)?.count === count) noteReading(conversationId, count, true)
}

/** Forgets a reading that the server did not take, so that its own answers count. */
export function forgetReading(conversationId: string, count: number): void {
  if (readings.get(conversationId)?.count === count) readings.delete(conversationId)
}
