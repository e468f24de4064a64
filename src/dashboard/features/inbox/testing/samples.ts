import type { Line } from '../list/lines.ts'
import type { ThreadEntry, ThreadMessage, ThreadMessages, VisitorFacts } from '../thread/messages.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')

/** The time that many minutes after the tests' starting time, in ISO 8601. */
export const minute = (minutes: number): string => new Date(START + minutes * 60_000).toISOString()

/** The message at a position of a conversation that has one message per minute. */
export function sampleMessage(position: number, overrides: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: `message-${position}`,
    content: `Message ${position}`,
    role: 'visitor',
    action_required: false,
    action: null,
    created_at: minute(position),
    ...overrides,
  }
}

export function sampleMessages(from: number, to: number): ThreadMessage[] {
  return Array.from({ length: to - from + 1 }, (_, index) => sampleMessage(from + index))
}

/** What is known of somebody who writes for the first time, and not from a website: nothing. */
export const NO_FACTS: VisitorFacts = {
  ...{ earlier: [], whereabouts: null, unproved: [], visitor_read: null, ratings: [], has_left: false },
}

/** The loaded part of a thread that ends with the last of these messages. */
export function samplePart(
  messages: readonly ThreadMessage[],
  { first = 1, entries = [] as readonly ThreadEntry[] } = {},
): ThreadMessages {
  const total = first + messages.length - 1
  const [start, end] = [`${first}.0`, `${total}.0`]
  return {
    messages,
    first,
    total,
    entries,
    start,
    end,
    hasOlder: first > 1,
    visitor: NO_FACTS,
    reply: null,
    mail: null,
    linked: [],
    pending: [],
    suggestion: null,
    brief: null,
  }
}

/** An event after the message whose number `position` begins with. */
export function sampleEvent(position: string, type: NonNullable<ThreadEntry['event']>['type']): ThreadEntry {
  const behind = Number.parseInt(position, 10)
  const author = { type: 'member' as const, id: 'ada', name: 'Ada' }
  return { id: position, type: 'event', position, behind, created_at: minute(behind), author, event: { type } }
}

/** A conversation whose last activity was `at` minutes after the tests' starting time. */
export function sampleLine(id: string, at: number, overrides: Partial<Line> = {}): Line {
  return {
    id,
    session_id: `session-${id}`,
    origin: 'public_api',
    status: 'open',
    response_mode: 'ai',
    chat_user: { id: `visitor-${id}`, name: null, email: null, identity_verified: false },
    created_at: minute(0),
    updated_at: minute(at),
    agent_id: 'agent',
    waiting_since: null,
    not_answered: false,
    assignee: null,
    labels: [],
    snoozed_until: null,
    subject: null,
    message_count: 2,
    read_count: 0,
    question: null,
    last_message: { role: 'visitor', excerpt: 'Hello', created_at: minute(at) },
    ...overrides,
  }
}
