import type { Dependencies } from '../../context.ts'
import { type ReplyNews, replyTopic } from '../../events/reply-news.ts'
import { fence, type Shown, type Told } from './reply-fence.ts'
import { selectTurn } from './reply-queries.ts'

export interface ReplyFollower {
  hasNews(): boolean
  /** The events about the reply that the client is to get now. */
  told(): Promise<Told[]>
  stop(): void
}

/**
 * Follows what the AI is writing in a conversation. `ring` is called when there is news for the client.
 * @param isBehind whether the client reads too slowly; news is dropped then, as it gets the whole message anyway
 */
export function followReply(
  { notifications, database }: Pick<Dependencies, 'notifications' | 'database'>,
  conversationId: string,
  { ring, isBehind }: { ring: () => void; isBehind: () => boolean },
): ReplyFollower {
  let news: ReplyNews[] = []
  let shown: Shown
  const stop = notifications.subscribe(replyTopic(conversationId), (payload) => {
    if (payload === null || isBehind()) return
    news.push(JSON.parse(payload) as ReplyNews)
    ring()
  })
  return {
    hasNews: () => news.length > 0,
    async told() {
      if (news.length === 0 && shown === undefined) return []
      // The turn is read only after these pieces have arrived, so that none passes that was written after a takeover.
      const written = news
      news = []
      const turn = await selectTurn(database.read, conversationId, shown ?? null)
      const fenced = fence(shown, written, turn)
      shown = fenced.shown
      return fenced.told
    },
    stop,
  }
}
