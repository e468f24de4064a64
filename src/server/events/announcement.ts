import type { HeldFor } from '#contract/enums.ts'
import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'

/** What is sent with every webhook event. */
export interface OfConversation {
  agent_id: string
  /** The conversation in the form the public API answers. */
  conversation: Data<'getConversation'>
  /** Number of this event among the conversation's webhook events, from 1. */
  sequence: number
}

/** What webhook receivers are sent, by kind of event. A kind of event without an entry here is a type error. */
export interface AnnouncedData {
  public_api_message_created: OfConversation & { message: Data<'sendMessage'> }
  public_api_human_handoff: OfConversation & { reason: HeldFor }
}

export type Announcement = {
  [Type in WebhookEvent]: { type: Type; data: AnnouncedData[Type] }
}[WebhookEvent]
