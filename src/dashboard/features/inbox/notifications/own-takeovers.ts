const RECENT_MS = 15_000 // milliseconds within which the event caused by one's own click arrives

const takenAt = new Map<string, number>()

/** Records that this person takes over a conversation, so that the event plays no sound for them. */
export function noteOwnTakeover(conversationId: string): void {
  takenAt.set(conversationId, Date.now())
}

export function isOwnTakeover(conversationId: string): boolean {
  const at = takenAt.get(conversationId)
  return at !== undefined && Date.now() - at < RECENT_MS
}
