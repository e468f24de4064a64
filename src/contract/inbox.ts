import { z } from 'zod'
import { conversation } from './conversations.ts'
import { defineEndpoint } from './endpoint.ts'
import { inboxViews, messageRoles, origins } from './enums.ts'
import { timestamp, uuid } from './fields.ts'

/** A conversation as one line of the inbox, which lists those of all agents. */
export const inboxItem = conversation.extend({
  agent_id: uuid,
  /** When the visitor began to wait for a person; null when no visitor waits. */
  waiting_since: timestamp.nullable(),
  message_count: z.int(),
  /**
   * The waiting visitor's last message, if the last message of the conversation is a later one (the AI's notice that a
   * person will take over).
   */
  question: z.string().nullable(),
  last_message: z.object({ role: z.enum(messageRoles), excerpt: z.string(), created_at: timestamp }).nullable(),
})

export const inboxEndpoints = {
  listInbox: defineEndpoint('listInbox', {
    summary: 'List conversations of all agents, latest activity first',
    query: z.object({
      view: z.enum(inboxViews).optional().default('open'),
      agent: uuid.optional(),
      origin: z.enum(origins).optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next_cursor` of the page before' }),
    }),
    data: z.object({ items: z.array(inboxItem), next_cursor: z.string().nullable() }),
  }),
  getInboxSummary: defineEndpoint('getInboxSummary', {
    summary: 'How many conversations each view of the inbox holds',
    query: z.object({ agent: uuid.optional() }),
    data: z.object({
      needs_person: z.int(),
      with_people: z.int(),
      open: z.int(),
      ai: z.int(),
      closed: z.int(),
      last_reply_at: timestamp.nullable(),
    }),
  }),
}
