import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'

interface OfConversation {
  agent_id: string
  /** As the public API shows it. */
  conversation: Data<'getConversation'>
  /** Counts the conversation's webhook events from 1. */
  sequence: number
}

/** What webhook receivers are told, by kind of event: an event without an entry here does not compile. */
interface AnnouncedData {
  public_api_message_created: OfConversation & { message: Data<'sendMessage'> }
  public_api_human_handoff: OfConversation
}

/** An event as other servers are told of it. */
export type Announcement = {
  [Type in WebhookEvent]: { type: Type; data: AnnouncedData[Type] }
}[WebhookEvent]
