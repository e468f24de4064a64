import type { StreamEventOf } from '#contract/events.ts'

/** Carries the ids of conversations that a member has open, so that their streams send what the AI writes there. */
export const openedTopic = (organizationId: string, userId: string): string => `opened:${organizationId}:${userId}`

/** Milliseconds for which a conversation counts as open after a notification; the dashboard causes one every 11 s. */
export const OPEN_FOR_MS = 25_000

/** The notification topic of visitors' acts that are not in the event log. It carries a `VisitorAct` as JSON. */
export const visitorActsTopic = (organizationId: string): string => `visitor-acts:${organizationId}`

/** An event for the members' streams: the visitor of a conversation is writing, or has read further. */
export type VisitorAct = StreamEventOf<'visitor.typing' | 'visitor.read'>

/** The payload of a notification in the topic of a conversation, or of a visitor, when something stored has changed. */
export const CHANGED = 'changed'

/** The notification topic of a conversation, for its visitor's streams. It carries `CHANGED`, or a `Typing` as JSON. */
export const conversationTopic = (conversationId: string): string => `conversation:${conversationId}`

/** Tells a visitor which member is writing a reply to them: the member's name; null once they have stopped. */
export interface Typing {
  writer: string | null
}
