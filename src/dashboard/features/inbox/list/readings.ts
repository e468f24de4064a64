import type { Line } from './lines.ts'

const MOST = 2_000 // conversations
const NOT_TOLD = Number.POSITIVE_INFINITY

interface Reading {
  /** Number of messages read. */
  count: number
  /**
   * Number of this reading among those that the server knows, which grows with each; infinite until the server knows
   * it.
   */
  at: number
}

/** How far conversations were read lately. A list whose fetch began before may not include that yet. */
const readings = new Map<string, Reading>()
let tick = 0

/** Number of the latest reading, to be passed to `withReadings` after a fetch that begins now. */
export const readingsUntilNow = (): number => tick

/** Adds to fetched lines what was read after the reading numbered `after`, or what the server does not know yet. */
export function withReadings(lines: readonly Line[], after: number): readonly Line[] {
  return lines.map((line) => {
    const reading = readings.get(line.id)
    return reading && reading.at > after ? { ...line, read_count: reading.count } : line
  })
}

/** Records how many messages of a conversation were read. `isTold` says whether the server knows it already. */
export function noteReading(conversationId: string, count: number, isTold: boolean): void {
  readings.delete(conversationId)
  readings.set(conversationId, { count, at: isTold ? ++tick : NOT_TOLD })
  if (readings.size > MOST) readings.delete(readings.keys().next().value!)
}

/** Records that the server knows this reading, unless a later one has taken its place. */
export function noteTold(conversationId: string, count: number): void {
  if (readings.get(conversationId)?.count === count) noteReading(conversationId, count, true)
}

/** Forgets a reading that the server did not accept, so that the server's own count is shown again. */
export function forgetReading(conversationId: string, count: number): void {
  if (readings.get(conversationId)?.count === count) readings.delete(conversationId)
}
