/** What a notification of a conversation's or a visitor's own topic says when something has changed. */
export const CHANGED = 'changed'

/**
 * The notification topic of one conversation, for its visitor's streams. It carries `CHANGED`, or as JSON what is
 * stored nowhere.
 */
export const conversationTopic = (conversationId: string): string => `conversation:${conversationId}`

/** A member who begins to write in a conversation, by name; null when they have stopped. */
export interface Typing {
  writer: string | null
}
