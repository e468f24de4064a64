/** The notification topic of the reply that the AI is writing in a conversation. It carries `ReplyNews` as JSON. */
export const replyTopic = (conversationId: string): string => `reply:${conversationId}`

/**
 * Why the process that writes a reply takes back the pieces it has sent: `replaced` if they turn out not to be part of
 * the reply, `failed` if the reply can't be finished.
 */
export type Withdrawal = 'replaced' | 'failed'

/**
 * A piece of a reply that the AI is writing, or the news that all pieces of the reply are withdrawn. It is stored
 * nowhere and may be lost. The finished reply is stored as a message, if it is still wanted then.
 */
export type ReplyNews = {
  /** The reply's id. */
  reply: string
  /** The turn of the conversation to which the reply belongs. */
  turn: number
} & (
  | {
      /** Number of this piece, from 0. */
      seq: number
      text: string
    }
  | { withdrawn: Withdrawal }
)
