import { z } from 'zod'
import { message } from './conversations.ts'
import { heldForReasons } from './enums.ts'

const uuid = z.uuid()

/** How the answer to a visitor's message ended. */
export const replyOutcomes = [
  ...(['answered', 'action_required', 'unknown', 'handed_over'] as const),
  ...(['human', 'closed', 'superseded', 'failed'] as const),
] as const
export type ReplyOutcome = (typeof replyOutcomes)[number]

/**
 * The data of each event of the stream that answers `sendMessage` and `submitActionResult` where the client prefers
 * `text/event-stream`, by the name of the event, in the order in which they come.
 */
export const replyStream = {
  /** The visitor's message at first, and the assistant's once it is stored; both as lists show them. */
  message,
  /** In place of the visitor's message: the result of the action as it was submitted. */
  result: z.array(z.record(z.string(), z.json())),
  'reply.started': z.object({ reply_id: uuid }),
  /** The next piece, from 0, of a reply being written. */
  'reply.delta': z.object({ reply_id: uuid, seq: z.int(), text: z.string() }),
  /** The client must take away the pieces of this reply that it has shown. */
  'reply.retracted': z.object({
    reply_id: uuid,
    reason: z.enum(['taken_over', 'closed', 'newer_message', 'replaced', 'failed']),
  }),
  handed_over: z.object({ reason: z.enum(heldForReasons) }),
  /** What the message after it rests on; left out if it is nothing. */
  citations: z.object({
    items: z.array(z.object({ source_id: uuid, title: z.string(), url: z.string().nullable(), quote: z.string() })),
  }),
  /** The last event. */
  done: z.object({ outcome: z.enum(replyOutcomes) }),
}
