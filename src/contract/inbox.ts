import { z } from 'zod'
import { conversation } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { inboxSorts, inboxViews, messageRoles, origins } from './enums.ts'
import { timestamp, uuid } from './fields.ts'
import { handling } from './handling.ts'

export const inboxItem = conversation.extend({
  agent_id: uuid,
  /** When the visitor began to wait for a person, or for an AI that does not answer; null when no visitor waits. */
  waiting_since: timestamp.nullable(),
  /** Whether the AI has the conversation and nobody has answered the visitor's last message, nor is about to. */
  not_answered: z.boolean(),
  /** Of the first mail of a conversation by mail; null for other conversations. */
  subject: z.string().nullable(),
  message_count: z.int(),
  /**
   * How many of the messages count as read by the asking member. If the member has read none, that is all of them where
   * nothing was written since the member joined (or since before unread messages were counted), or nothing but a
   * greeting; otherwise 0.
   */
  read_count: z.int(),
  /** The beginning of the visitor's last message, if they wait and somebody else wrote last; otherwise null. */
  question: z.string().nullable(),
  last_message: z.object({ role: z.enum(messageRoles), excerpt: z.string(), created_at: timestamp }).nullable(),
  ...handling.shape,
})

export const inboxFilters = {
  agent: uuid.optional(),
  assignee: uuid.optional(),
  label: uuid.optional(),
  origin: z.enum(origins).optional(),
}

const count = z.int()

export const inboxEndpoints = defineEndpoints({
  listInbox: {
    summary: 'List conversations of all agents, latest activity or longest wait first',
    query: z.object({
      view: z.enum(inboxViews).optional().default('open'),
      ...inboxFilters,
      sort: z.enum(inboxSorts).optional().default('newest'),
      cursor: z.string().max(200).optional().meta({ description: '`next_cursor` of the page before' }),
    }),
    data: z.object({ items: z.array(inboxItem), next_cursor: z.string().nullable() }),
  },
  getInboxSummary: {
    summary: 'How many conversations each view of the inbox holds, exactly up to 9,999',
    query: z.object({ agent: uuid.optional() }),
    data: z.object({
      mine: count,
      for_me: count,
      unassigned: count,
      open: count,
      ai: count,
      snoozed: count,
      closed: count,
      /** Waiting visitors in conversations assigned to the asking member or to nobody, and not snoozed. */
      waiting: count,
    }),
  },
  getInboxLine: { summary: 'A conversation as the inbox lists it', data: inboxItem },
  getAgentActivity: {
    summary: "An agent's conversations in numbers",
    data: z.object({ open: count, closed: count, waiting: count, last_reply_at: timestamp.nullable() }),
  },
})
