/** The kinds of event that webhooks report, each with the description that people read. */
export const webhookEvents = {
  public_api_message_created: 'An assistant message was stored on a conversation made through the API',
  public_api_human_handoff: 'A conversation made through the API went from the AI to a person',
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** The kinds of entry in an organization's event stream (`GET /api/v1/organizations/{organization}/events`). */
export type StreamEventName =
  | 'organization.updated'
  | 'member.updated'
  | 'label.updated'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.deleted'
  | 'action.updated'
  | 'check.updated'
  | 'source.created'
  | 'source.updated'
  | 'source.deleted'
  | 'crawl.updated'
  | 'site.updated'
  | 'plan.updated'
  | 'gap.updated'
  | 'proof.updated'
  | 'impact.updated'
  | 'check_run.updated'
  | 'check_run.completed'
  | 'conversation.created'
  | 'conversation.updated'
  | 'conversation.handed_over'
  | 'conversation.deleted'
  | 'conversation.read'
  | 'thread.updated'
  | 'message.created'
  | 'message.updated'
  | 'reply.discarded'
  | 'rollup.updated'
  | 'webhook_endpoint.updated'
  | 'webhook_delivery.updated'
  | 'presence'
  | 'visitor.typing'
  | 'visitor.read'
  | 'reply.delta'
  | 'reply.retracted'

/**
 * One entry of the event stream. It names what changed by ids only; whoever reads the stream fetches the data through
 * the API. These kinds are different, as they carry data, are stored in no log, or are sent to certain members only:
 * - `presence`: a member has a conversation open, and whether they are writing
 * - `visitor.typing`: the visitor of a website is writing; it holds for five seconds
 * - `visitor.read`: the visitor has read further
 * - `reply.delta`: the next piece, numbered from 0, of a reply that the AI is still writing, and `reply.retracted`: the
 *   pieces of a reply must be taken away again; only for members who have the conversation open
 * - `conversation.read`: how far a member has read; only for that member
 * - `webhook_endpoint.updated` and `webhook_delivery.updated`: only for admins and owners
 * - `check_run.completed`: how many checks broke
 */
export interface StreamEvent {
  type: StreamEventName
  user_id?: string
  agent_id?: string
  conversation_id?: string
  message_id?: string
  source_id?: string
  task_id?: string
  site_id?: string
  plan_id?: string
  gap_id?: string
  proof_id?: string
  impact_id?: string
  run_id?: string
  reply_id?: string
  endpoint_id?: string
  delivery_id?: string
  user_name?: string
  is_writing?: boolean
  read_count?: number
  seq?: number
  text?: string
  /** `check_run.completed`: how many checks fail that passed in the previous check run. */
  broke?: number
}
