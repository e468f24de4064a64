const RECENT_MS = 15_000 // the event that follows from one's own click arrives well within this time

const takenAt = new Map<string, number>()

/** Notes that this person takes a conversation over, so that it plays no sound for them. */
export function noteOwnTakeover(conversationId: string): void {
  takenAt.set(conversationId, Date.now())
}

export function isOwnTakeover(conversationId: string): boolean {
  const at = takenAt.get(conversationId)
  return at !== undefined && Date.now() - at < RECENT_MS
}
