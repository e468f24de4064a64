import { z } from 'zod'
import { actionResult, actionSlug, messageAction } from './actions.ts'
import { defineEndpoints } from './endpoint.ts'
import {
  answerDecisions,
  answerReasons,
  conversationStatuses,
  messageRoles,
  origins,
  responseModes,
  sentenceVerdicts,
} from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { pageQuery } from './pagination.ts'

export const conversation = z.object({
  id: uuid,
  session_id: uuid,
  origin: z.enum(origins),
  status: z.enum(conversationStatuses),
  response_mode: z.enum(responseModes),
  chat_user: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    identity_verified: z.boolean(),
  }),
  created_at: timestamp,
  updated_at: timestamp,
})

export const message = z.object({
  id: uuid,
  content: z.string(),
  role: z.enum(messageRoles),
  action_required: z.boolean(),
  action: messageAction.nullable(),
  created_at: timestamp,
})

const createConversationBody = z.object({
  chat_user_id: text(limits.chatUserId).optional().meta({
    description: 'Your own id of the visitor, who has at most one open conversation; when omitted, somebody new',
  }),
  identity_token: z.string().max(8_192).optional(),
})

const updateConversationBody = z
  .object({ status: z.enum(conversationStatuses).optional(), response_mode: z.enum(responseModes).optional() })
  .superRefine((body, context) => {
    if (body.status === undefined && body.response_mode === undefined)
      context.addIssue({
        code: 'custom',
        path: ['status'],
        message: 'or response_mode is required; send either or both',
      })
  })
  .meta({ anyOf: [{ required: ['status'] }, { required: ['response_mode'] }] })

const messageBody = z.object({ content: text(limits.messageContent) })

export const actionResultBody = z.object({
  action: actionSlug,
  action_slug: z.string().optional(),
  action_name: z.string().optional(),
  result: actionResult,
  agent_action_uuid: uuid.optional(),
})

export const conversationEndpoints = defineEndpoints({
  listConversations: {
    summary: "List an agent's conversations of all origins, newest first",
    query: z.object({
      status: z.enum(conversationStatuses).optional(),
      response_mode: z.enum(responseModes).optional(),
      ...pageQuery,
    }),
    data: z.array(conversation),
    paginated: true,
  },
  createConversation: {
    summary: 'Open a conversation for a visitor',
    body: createConversationBody,
    data: conversation,
    errors: ['agent_unavailable', 'conversation_conflict'],
  },
  getConversation: { summary: 'Read a conversation', data: conversation },
  updateConversation: {
    summary: 'Close, reopen, or say who answers',
    body: updateConversationBody,
    data: conversation,
    errors: ['conversation_closed', 'agent_unavailable', 'conversation_conflict'],
  },
  deleteConversation: { summary: 'Delete a conversation and its messages' },
  listMessages: {
    summary: "List a conversation's messages, oldest first",
    query: z.object(pageQuery),
    data: z.array(message),
    paginated: true,
  },
  sendMessage: {
    summary: 'Send what the visitor says; the reply follows on its own',
    body: messageBody,
    data: message,
    errors: ['conversation_closed', 'subscription_limit_exceeded', 'agent_unavailable'],
  },
  sendHumanMessage: {
    summary: 'Reply as a person; the AI is silent from then on',
    body: messageBody,
    data: message,
    errors: ['agent_unavailable'],
  },
  submitActionResult: {
    summary: 'Complete a pending action and let the chat go on',
    body: actionResultBody,
    data: z.array(z.record(z.string(), z.json())),
    errors: ['agent_unavailable'],
  },
})

/** How the AI came to a reply: the passages it cited, the model, the time it took and what it decided. */
export const answerTrace = z.object({
  citations: z.array(
    z.object({ source_id: uuid, title: z.string(), url: z.string().nullable(), quote: z.string(), score: z.number() }),
  ),
  model: z.string(),
  latency_ms: z.int(),
  decision: z.enum(answerDecisions),
  /** Null when the AI answered, unless with a form to fill in. */
  reason: z.enum(answerReasons).nullable(),
  /**
   * The text that was searched for: the questions since the last reply, each with those that it follows up, or those of
   * them that the reply leaves unanswered. Null where nothing was searched.
   */
  search_query: z.string().nullable(),
  /** Whether the visitor asked for a person; with `decision` `unknown`, settings kept the AI from handing over. */
  asked_for_person: z.boolean(),
  /**
   * Whether a provider's model answered without naming or repeating a passage it was given: then nothing shows that the
   * sources support the answer. False for replies to a greeting, thanks and the like, which need no source.
   */
  cites_nothing: z.boolean(),
  /** Whether a provider's reply was cut off. It then ends with a whole sentence or line, or with "…". */
  is_cut: z.boolean(),
  /**
   * The sentences of a provider's reply as they were held to its passages, those that were dropped included; `passages`
   * are indexes into `citations`, `missing` the words and figures that stand nowhere. Null if nothing was checked.
   */
  sentences: z
    .array(
      z.object({
        text: z.string(),
        passages: z.array(z.int()),
        verdict: z.enum(sentenceVerdicts),
        missing: z.array(z.string()),
      }),
    )
    .nullable(),
  /** Whether the model was asked once more for sentences that were not supported. Null if nothing was checked. */
  retried: z.boolean().nullable(),
  /** The tokens that the provider counted, over all calls for the reply. Null if it counts none or nothing was checked. */
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
})

/** A reply finished only after people took over or the conversation closed: no message, but kept for the team. */
const unsentReply = z.object({
  id: uuid,
  content: z.string(),
  /** When the visitor wrote the message, or sent the form, that the reply is to. */
  created_at: timestamp,
})

const importedUser = z.object({
  id: text(limits.chatUserId),
  name: text(limits.personName, 0).optional(),
  email: text(limits.email, 0).optional(),
})

const importConversationBody = z.object({
  origin: z.enum(['widget', 'email']),
  chat_user: importedUser,
  messages: z
    .array(z.object({ role: z.enum(messageRoles), content: text(limits.messageContent) }))
    .max(10_000)
    .optional(),
})

export const conversationDashboardEndpoints = defineEndpoints({
  importConversation: {
    summary: 'Bring in a conversation from another channel',
    body: importConversationBody,
    data: conversation,
    errors: ['agent_unavailable'],
  },
  getAnswerTrace: { summary: 'Why the AI said this', data: answerTrace },
  listUnsentReplies: {
    summary: 'What the AI was about to say when it no longer had the conversation: the latest 10, newest first',
    data: z.array(unsentReply),
  },
})
