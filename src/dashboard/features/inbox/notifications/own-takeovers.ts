import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'takeovers'
const RECENT_MS = 15_000 // milliseconds within which the event caused by one's own click arrives

type Takeovers = Record<string, number>

/** Times of takeovers, in milliseconds since 1970: lately in this tab, and in others until this tab's last one. */
let takenHere: Takeovers = {}

const isRecent = (at: number | undefined): boolean => at !== undefined && Date.now() - at < RECENT_MS

const readTaken = (): Takeovers => JSON.parse(readStored(STORED_AS) ?? '{}') as Takeovers

/** Notes own takeovers, so that their events cause no sound, in any tab of the browser. */
export function noteOwnTakeover(...conversationIds: readonly string[]): void {
  const recent = Object.entries({ ...readTaken(), ...takenHere }).filter(([, at]) => isRecent(at))
  takenHere = Object.fromEntries([...recent, ...conversationIds.map((id) => [id, Date.now()] as const)])
  writeStored(STORED_AS, JSON.stringify(takenHere))
}

export function isOwnTakeover(conversationId: string): boolean {
  return isRecent(takenHere[conversationId]) || isRecent(readTaken()[conversationId])
}
