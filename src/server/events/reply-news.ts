/** The notification topic of the replies that the AI is writing in one conversation. It carries `ReplyNews` as JSON. */
export const replyTopic = (conversationId: string): string => `reply:${conversationId}`

/** Why what was shown of an unfinished reply is taken back by the process that makes it. */
export type Withdrawal = 'replaced' | 'failed'

/**
 * What the AI has just written, or that it does not hold any more. It is stored nowhere and may be lost; the reply itself
 * is stored as a message when it is finished, if it is still wanted then.
 */
export type ReplyNews = {
  /** The reply's id. */
  reply: string
  /** The turn of the conversation to which it belongs. */
  turn: number
} & (
  | {
      /** Number of this piece, from 0. */
      seq: number
      text: string
    }
  | { withdrawn: Withdrawal }
)
