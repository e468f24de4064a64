import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'takeovers'
const RECENT_MS = 15_000 // milliseconds within which the event caused by one's own click arrives

type Takeovers = Record<string, number>

/**
 * When conversations were taken over, in milliseconds since 1970: lately in this tab, and in other tabs until this
 * tab's last takeover.
 */
let takenHere: Takeovers = {}

const isRecent = (at: number | undefined): boolean => at !== undefined && Date.now() - at < RECENT_MS

const readTaken = (): Takeovers => JSON.parse(readStored(STORED_AS) ?? '{}') as Takeovers

/**
 * Records that this person takes over conversations, so that the resulting events cause no sound or notification. The
 * times are stored in the browser, as its other tabs receive the events too.
 */
export function noteOwnTakeover(...conversationIds: readonly string[]): void {
  const recent = Object.entries({ ...readTaken(), ...takenHere }).filter(([, at]) => isRecent(at))
  takenHere = Object.fromEntries([...recent, ...conversationIds.map((id) => [id, Date.now()] as const)])
  writeStored(STORED_AS, JSON.stringify(takenHere))
}

export function isOwnTakeover(conversationId: string): boolean {
  return isRecent(takenHere[conversationId]) || isRecent(readTaken()[conversationId])
}
