import type { Dependencies } from '../../context.ts'
import { type ReplyNews, replyTopic } from '../../events/reply-news.ts'
import { fence, type Shown, type Told } from './reply-fence.ts'
import { selectTurn } from './reply-queries.ts'

export interface ReplyFollower {
  /** Whether more was written since `told` was last called. */
  hasNews(): boolean
  /** What the client is to be told by now. */
  told(): Promise<Told[]>
  stop(): void
}

/**
 * Follows what the AI is writing in one conversation, for one client. `ring` is called when there is more; what comes
 * while the client takes longer to read than there is to tell is left out, since the message comes whole anyway.
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
      // The conversation's turn is read last of all, so that no word passes that came after a person had taken over.
      const written = news
      news = []
      const fenced = fence(shown, written, await selectTurn(database.read, conversationId))
      shown = fenced.shown
      return fenced.told
    },
    stop,
  }
}
