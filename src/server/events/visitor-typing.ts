import type { StreamEvent } from '#contract/events.ts'

/** The notification topic that tells an organization's members, as JSON, that a visitor is writing. */
export const visitorTypingTopic = (organizationId: string): string => `typing:${organizationId}`

/** That the visitor of a conversation is writing, as the event stream of members says it. */
export type VisitorTyping = StreamEvent & { type: 'visitor.typing'; conversation_id: string }
