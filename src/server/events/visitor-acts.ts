import type { StreamEventOf } from '#contract/events.ts'

/** The notification topic of visitors' acts that are not in the event log. It carries a `VisitorAct` as JSON. */
export const visitorActsTopic = (organizationId: string): string => `visitor-acts:${organizationId}`

/** An event for the members' streams: the visitor of a conversation is writing, or has read further. */
export type VisitorAct = StreamEventOf<'visitor.typing' | 'visitor.read'>
