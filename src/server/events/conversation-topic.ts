/** The payload of a notification in the topic of a conversation, or of a visitor, when something stored has changed. */
export const CHANGED = 'changed'

/** The notification topic of a conversation, for its visitor's streams. It carries `CHANGED`, or a `Typing` as JSON. */
export const conversationTopic = (conversationId: string): string => `conversation:${conversationId}`

/** Tells a visitor which member is writing a reply to them: the member's name; null once they have stopped. */
export interface Typing {
  writer: string | null
}
