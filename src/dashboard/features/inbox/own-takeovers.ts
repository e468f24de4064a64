const RECENT_MS = 15_000 // an event about one's own click arrives well within this

const takenAt = new Map<string, number>()

/** Taking a conversation over must not ring one's own bell. */
export function noteOwnTakeover(conversationId: string): void {
  takenAt.set(conversationId, Date.now())
}

export function isOwnTakeover(conversationId: string): boolean {
  const at = takenAt.get(conversationId)
  return at !== undefined && Date.now() - at < RECENT_MS
}
