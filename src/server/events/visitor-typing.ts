import type { StreamEvent } from '#contract/events.ts'

/** The notification topic that tells an organization's members, as JSON, that a visitor is writing. */
export const visitorTypingTopic = (organizationId: string): string => `typing:${organizationId}`

/** The event of the members' stream that tells that a conversation's visitor is writing. */
export type VisitorTyping = StreamEvent & { type: 'visitor.typing'; conversation_id: string }
