import { z } from 'zod'
import { message } from './conversations.ts'
import { defineEndpoint } from './endpoint.ts'
import { conversationStatuses, handOverReasons, threadAuthorTypes } from './enums.ts'
import { timestamp, uuid } from './fields.ts'

/**
 * A place in a thread: `12.0` is message 12, `12.3` the third entry behind it. Places are ordered by the first number,
 * then by the second.
 */
export const threadPosition = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}$/, 'must be a position such as 12.0')
  .meta({ examples: ['12.0'] })

const author = z.object({
  type: z.enum(threadAuthorTypes),
  /** A member's or an API key's id. Missing for others, and for people of whom an older release recorded nothing. */
  id: z.string().optional(),
  name: z.string().optional(),
})

const threadEvents = ['handed_over', 'given_back', 'closed', 'reopened', 'note_deleted'] as const

/** One thing in a thread: exactly one of `message`, `note` and `event`, as `type` says. */
export const threadItem = z.object({
  id: uuid,
  type: z.enum(['message', 'note', 'event']),
  position: threadPosition,
  created_at: timestamp,
  author,
  message: message.optional(),
  note: z.object({ content: z.string(), mentions: z.array(uuid), edited_at: timestamp.nullable() }).optional(),
  event: z.object({ type: z.enum(threadEvents), reason: z.enum(handOverReasons).optional() }).optional(),
})

const earlierConversation = z.object({
  id: uuid,
  created_at: timestamp,
  status: z.enum(conversationStatuses),
  last_line: z.string().nullable(),
})

const THREAD_PAGE_DEFAULT = 50
const THREAD_PAGE_MAXIMUM = 100

const LIMIT_WORDS = `must be an integer from 1 to ${THREAD_PAGE_MAXIMUM}`
const limit = z
  .string(LIMIT_WORDS)
  .regex(/^([1-9]\d?|100)$/, LIMIT_WORDS)
  .or(z.int().min(1).max(THREAD_PAGE_MAXIMUM))
  .transform(Number)
  .optional()
  .default(THREAD_PAGE_DEFAULT)
  .meta({ type: 'integer', minimum: 1, maximum: THREAD_PAGE_MAXIMUM, default: THREAD_PAGE_DEFAULT })

export const threadEndpoints = {
  listThread: defineEndpoint('listThread', {
    summary:
      'Everything in a conversation in order, for its team: messages, notes and what happened, the newest page first',
    query: z.object({
      before: threadPosition.optional().meta({ description: 'Only what stands before this position' }),
      after: threadPosition.optional().meta({ description: 'Only what stands after this position' }),
      limit,
    }),
    data: z.object({
      items: z.array(threadItem).meta({ description: 'Oldest first' }),
      first_position: threadPosition.nullable(),
      last_position: threadPosition.nullable(),
      /** How far the asking member has read. */
      read_position: threadPosition.nullable(),
      /** The latest 20 earlier conversations of this visitor, whose identity was as verified as in this one. */
      earlier: z.array(earlierConversation),
    }),
  }),
}
