/** The notification topic of the reply that the AI is writing in a conversation. It carries `ReplyNews` as JSON. */
export const replyTopic = (conversationId: string): string => `reply:${conversationId}`

/** The topic on which somebody who comes while a reply is written asks for its pieces before. It carries nothing. */
export const askAgainTopic = (conversationId: string): string => `reply-asked:${conversationId}`

/** The topic of pieces that were told before and are told again. It carries `ReplyNews` as JSON. */
export const againTopic = (conversationId: string): string => `reply-again:${conversationId}`

/** Why a reply's pieces are taken back: `replaced` if the reply is another, `failed` if it can't be finished. */
export type Withdrawal = 'replaced' | 'failed'

/** A piece of a reply in the making, or its withdrawal. Stored nowhere; the finished reply is stored as a message. */
export type ReplyNews = {
  reply: string
  turn: number
} & (
  | {
      /** Number of this piece, from 0. */
      seq: number
      text: string
    }
  | { withdrawn: Withdrawal }
)
