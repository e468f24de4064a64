import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { conversationStatuses, responseModes } from './enums.ts'
import { flag, timestamp, uuid } from './fields.ts'
import { label } from './labels.ts'
import { limits } from './limits.ts'
import { threadItem } from './threads.ts'

/** How a team handles a conversation. The public API and visitors see nothing of it. */
export const handling = z.object({
  assignee: z.object({ user_id: uuid, name: z.string() }).nullable(),
  labels: z.array(label),
  /** Until when the conversation is snoozed; `visitor`: until the visitor writes. Null if it is not snoozed. */
  snoozed_until: timestamp.or(z.literal('visitor')).nullable(),
})

const assignee = uuid.nullable()
const labelIds = z.array(uuid).max(limits.labels)
const labelChange = z.object({ add: labelIds.optional().default([]), remove: labelIds.optional().default([]) })

const answers = flag.meta({ description: "Have the AI reply to the visitor's last message if nobody has" })

const change = z
  .object({
    assignee: assignee.optional(),
    labels: labelChange.optional(),
    status: z.enum(conversationStatuses).optional(),
    response_mode: z.enum(responseModes).optional(),
    answers: answers.optional(),
  })
  .refine(({ answers: _, ...parts }) => Object.values(parts).filter((part) => part !== undefined).length === 1, {
    message: 'must be exactly one of assignee, labels, status and response_mode',
  })
  .refine(({ answers, response_mode }) => !answers || response_mode === 'ai', {
    path: ['answers'],
    message: 'must go with the response_mode ai',
  })

export const handlingEndpoints = defineEndpoints({
  giveBack: {
    summary: 'Give a conversation back to the AI',
    body: z.object({ answers: answers.optional().default(false) }),
    /** The mark of it; where the AI has the conversation already, the last message. Null in an empty thread. */
    data: threadItem.nullable(),
    errors: ['conversation_closed', 'only_human', 'subscription_limit_exceeded', 'agent_unavailable'],
  },
  assignConversation: {
    summary: 'Assign a conversation to a member, or to nobody',
    body: z.object({ assignee }),
    data: handling,
  },
  labelConversation: { summary: "Change a conversation's labels", body: labelChange, data: handling },
  snoozeConversation: {
    summary: 'Put a conversation out of sight until a time or until the visitor writes, or wake it',
    body: z.object({ until: z.iso.datetime({ offset: true }).or(z.literal('visitor')).nullable() }),
    data: handling,
    errors: ['conversation_closed'],
  },
  changeConversations: {
    summary: 'Make one change to many conversations, with an outcome for each',
    body: z.object({ ids: z.array(uuid).min(1).max(limits.conversationsPerChange), change }),
    data: z.array(z.object({ id: uuid, ok: z.boolean(), code: z.string().nullable() })),
  },
})
