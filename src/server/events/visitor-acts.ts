import type { StreamEvent } from '#contract/events.ts'

/** The notification topic that tells an organization's members, as JSON, what a visitor does that is stored as no event. */
export const visitorActsTopic = (organizationId: string): string => `visitor-acts:${organizationId}`

/** An event of the members' stream that tells what a conversation's visitor does: they write, or have read on. */
export type VisitorAct = StreamEvent & { type: 'visitor.typing' | 'visitor.read'; conversation_id: string }
