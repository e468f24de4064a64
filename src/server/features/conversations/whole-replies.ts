import type { ReplyNews } from '../../events/reply-news.ts'

/**
 * Makes a listener that passes on the pieces of each reply from the first on and in order: it holds those that come
 * early, asks for those that it lacks, and leaves out what it has passed on.
 * @param askAgain asks whoever writes a reply to tell all its pieces again
 */
export function wholeReplies(pass: (news: ReplyNews) => void, askAgain: (reply: string) => void) {
  const held = new Map<number, ReplyNews>()
  let current: string | undefined
  let next = 0
  return (news: ReplyNews): void => {
    if (news.reply !== current) {
      current = news.reply
      next = 0
      held.clear()
    }
    if (!('text' in news)) {
      pass(news)
      return
    }
    if (news.seq < next) return
    if (news.seq > next && held.size === 0) askAgain(news.reply)
    held.set(news.seq, news)
    for (let piece = held.get(next); piece; piece = held.get(next)) {
      held.delete(next)
      next += 1
      pass(piece)
    }
  }
}
