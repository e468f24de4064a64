import type { Dependencies } from '../../context.ts'
import { againTopic, askAgainTopic, type ReplyNews, replyTopic } from '../../events/reply-news.ts'
import { fence, type Shown, type Told } from './reply-fence.ts'
import { selectTurn } from './reply-queries.ts'
import { wholeReplies } from './whole-replies.ts'

export interface ReplyFollower {
  hasNews(): boolean
  /** Whether there is news, and all of it about this reply. */
  isAllOf(reply: string | undefined): boolean
  /** The events about the reply that the client is to get now. */
  told(): Promise<Told[]>
  stop(): void
}

/**
 * Follows what the AI is writing in a conversation. `ring` is called when there is news for the client.
 * @param options.isBehind whether the client reads too slowly; news is dropped then, as it gets the whole message anyway
 * @param options.isWhole whether a client that comes while a reply is written also gets the pieces before, and all in order
 */
export function followReply(
  { notifications, database }: Pick<Dependencies, 'notifications' | 'database'>,
  conversationId: string,
  { ring, isBehind, isWhole = false }: { ring: () => void; isBehind: () => boolean; isWhole?: boolean },
): ReplyFollower {
  let news: ReplyNews[] = []
  let shown: Shown
  const add = (one: ReplyNews) => {
    news.push(one)
    ring()
  }
  const askAgain = (reply: string) => notifications.tell(askAgainTopic(conversationId), reply)
  const take = isWhole ? wholeReplies(add, askAgain) : add
  const stops = (isWhole ? [replyTopic, againTopic] : [replyTopic]).map((topic) =>
    notifications.subscribe(topic(conversationId), (payload) => {
      if (payload !== null && !isBehind()) take(JSON.parse(payload) as ReplyNews)
    }),
  )
  if (isWhole) askAgain('')
  return {
    hasNews: () => news.length > 0,
    isAllOf: (reply) => news.length > 0 && news.every((one) => one.reply === reply),
    async told() {
      if (news.length === 0 && shown === undefined) return []
      // The turn is read only after these pieces have arrived, so that none passes that was written after a takeover.
      const written = news
      news = []
      const turn = await selectTurn(database.read, conversationId, shown ?? null)
      // A withdrawal passes even if it came since: it takes words back.
      const withdrawn = news.filter((one) => 'withdrawn' in one)
      const fenced = fence(shown, [...written, ...withdrawn], turn)
      shown = fenced.shown
      return fenced.told
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
