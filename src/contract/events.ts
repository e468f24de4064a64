import type { NotificationKind } from './enums.ts'

/** The kinds of event that webhooks report, each with the description that people read. */
export const webhookEvents = {
  public_api_message_created: 'An assistant message was stored on a conversation made through the API',
  public_api_human_handoff: 'A conversation made through the API went from the AI to a person',
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

interface OfAgent {
  agent_id: string
}

interface OfSource extends OfAgent {
  source_id: string
}

interface OfConversation extends OfAgent {
  conversation_id: string
}

interface OfMessage extends OfConversation {
  message_id: string
}

interface News {
  /** The notification's id. */
  id: string
  kind: NotificationKind
  count: number
  actor_id: string | null
  /** Null if it tells of the server. */
  agent_id: string | null
  conversation_id: string | null
  /** Only where it tells of a mailbox. */
  mailbox_id?: string
  /** Only where it tells of an account with a provider of AI models. */
  model_account_id?: string
}

/**
 * The kinds of entry in an organization's event stream (`GET /api/v1/organizations/{organization}/events`), each with
 * what it carries besides its kind. Entries name what changed by ids only; whoever reads the stream fetches the data
 * through the API. Those with a comment are different, as they carry data, are stored in no log, or are sent to certain
 * members only.
 */
interface StreamEvents {
  'organization.updated': object
  /** `user_id` is absent where an invitation changed, or what a person is called. */
  'member.updated': { user_id?: string }
  'label.updated': object
  'agent.created': OfAgent
  'agent.updated': OfAgent
  'agent.deleted': OfAgent
  'action.updated': OfAgent
  'check.updated': OfAgent
  'source.created': OfSource
  'source.updated': OfSource
  'source.deleted': OfSource
  'crawl.updated': { task_id: string }
  'site.updated': OfAgent & { site_id: string }
  'plan.updated': { site_id: string; plan_id: string }
  'gap.updated': OfAgent & { gap_id: string }
  'proof.updated': OfAgent & { proof_id: string }
  'impact.updated': OfAgent & { impact_id: string }
  'check_run.updated': OfAgent & { run_id: string }
  /** `broke`: how many checks fail that passed in the previous check run. */
  'check_run.completed': OfAgent & { run_id: string; broke: number }
  'mailbox.updated': { mailbox_id: string }
  'model_account.updated': { model_account_id: string }
  'conversation.created': OfConversation
  'conversation.updated': OfConversation
  'conversation.handed_over': OfConversation
  'conversation.deleted': OfConversation
  /** How far a member has read; only for that member. It names no agent, because nothing about an agent changes. */
  'conversation.read': { user_id: string; conversation_id: string; read_count: number }
  /** A member's notifications have changed; only for that member. `news`: what they are told of, if it is new. */
  'notification.updated': { user_id: string; news?: News }
  'thread.updated': OfConversation
  'message.created': OfMessage
  'message.updated': OfMessage
  'reply.discarded': OfConversation
  /** Only for admins and owners. */
  'webhook_endpoint.updated': OfAgent & { endpoint_id: string }
  /** Only for admins and owners. */
  'webhook_delivery.updated': OfAgent & { endpoint_id: string; delivery_id: string }
  /** A member has a conversation open, and may be writing. Stored in no log. */
  presence: OfConversation & { user_id: string; user_name: string; is_writing: boolean }
  /** The visitor of a website is writing; it holds for five seconds. Stored in no log. */
  'visitor.typing': OfConversation
  /** The visitor has read further. Stored in no log. */
  'visitor.read': OfConversation
  /** The next piece, from 0, of a reply being written. In no log, only for members with the conversation open. */
  'reply.delta': { conversation_id: string; reply_id: string; seq: number; text: string }
  /** The pieces of a reply must be taken away again; for whom the pieces are. */
  'reply.retracted': { conversation_id: string; reply_id: string }
}

export type StreamEventName = keyof StreamEvents

type KeysOf<T> = T extends T ? keyof T : never
type Field = KeysOf<StreamEvents[StreamEventName]>

/** An entry of the event stream, of one kind. What another kind would carry is undefined. */
export type StreamEventOf<Name extends StreamEventName> = Name extends Name
  ? { type: Name } & StreamEvents[Name] & { [Key in Exclude<Field, keyof StreamEvents[Name]>]?: undefined }
  : never

export type StreamEvent = StreamEventOf<StreamEventName>
