import type { Dependencies } from '../../context.ts'
import { againTopic, askAgainTopic, type ReplyNews, replyTopic } from '../../events/reply-news.ts'
import { fence, type Shown, type Told } from './reply-fence.ts'
import { selectTurn } from './reply-queries.ts'

/**
 * Follows what the AI is writing in a conversation, whole and in order also for who comes while it writes: asks for the
 * pieces before, and holds those that come early.
 */
export function followPieces(
  { notifications, database }: Pick<Dependencies, 'notifications' | 'database'>,
  conversationId: string,
  { ring, isBehind }: { ring: () => void; isBehind: () => boolean },
) {
  const held = new Map<number, ReplyNews & { text: string }>()
  let current: string | undefined
  let next = 0
  let news: ReplyNews[] = []
  let shown: Shown
  const hear = (payload: string | null) => {
    if (payload === null || isBehind()) return
    const one = JSON.parse(payload) as ReplyNews
    if (one.reply !== current) {
      current = one.reply
      next = 0
      held.clear()
    }
    if (!('text' in one)) news.push(one)
    else if (one.seq >= next) {
      if (one.seq > next && held.size === 0) notifications.tell(askAgainTopic(conversationId), one.reply)
      held.set(one.seq, one)
      for (let piece = held.get(next); piece; piece = held.get(next)) {
        held.delete(next)
        news.push(piece)
        next += 1
      }
    }
    if (news.length > 0) ring()
  }
  const stops = [replyTopic, againTopic].map((topic) => notifications.subscribe(topic(conversationId), hear))
  notifications.tell(askAgainTopic(conversationId), '')
  return {
    /** What may be passed on by now: nothing that was written after a person took over. */
    async told(): Promise<Told[]> {
      if (news.length === 0 && shown === undefined) return []
      const written = news
      news = []
      // The turn is read after the pieces have arrived, so that none passes that was written after a takeover.
      const turn = await selectTurn(database.read, conversationId, shown ?? null)
      const fenced = fence(shown, written, turn)
      shown = fenced.shown
      return fenced.told
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
