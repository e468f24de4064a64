import type { z } from 'zod'
import type { visitorStream } from '#contract/widget.ts'
import type { Dependencies } from '../../context.ts'
import { againTopic, askAgainTopic, type ReplyNews, replyTopic, type Withdrawal } from '../../events/reply-news.ts'
import { selectTurn } from './reply-queries.ts'

/**
 * Makes a listener that passes on the pieces of each reply from the first on and in order: it holds those that come
 * early, asks for those that it lacks, and leaves out what it has passed on.
 * @param askAgain asks whoever writes a reply to tell all its pieces again
 */
function wholeReplies(pass: (news: ReplyNews) => void, askAgain: (reply: string) => void) {
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

/** The state of a conversation's current turn, as just read; undefined if the conversation has been deleted. */
type Turn = Awaited<ReturnType<typeof selectTurn>>

type Delta = z.infer<(typeof visitorStream)['reply.delta']>
type Retracted = z.infer<(typeof visitorStream)['reply.retracted']>

export type Told = { type: 'reply.delta'; data: Delta } | { type: 'reply.retracted'; data: Retracted }

/** The id of the reply whose pieces a client shows and that is neither stored nor retracted yet; undefined if none. */
type Shown = string | undefined

/**
 * The takeover fence of streams: decides which events about unfinished replies a client gets. It gets the pieces of the
 * reply that is still wanted, and must retract the pieces that it shows of any other, unless that is stored.
 * @param turn read, with the state of `shown`, after all of `news` had arrived, so that no piece passes that was written
 * after a person took over
 */
function fence(shown: Shown, news: readonly ReplyNews[], turn: Turn): { told: Told[]; shown: Shown } {
  const told: Told[] = []
  const wanted = wantedReply(turn)
  let now = shown
  if (now !== undefined && now !== wanted) {
    // The client replaces the pieces of a stored reply by its message, even if the next turn has begun since.
    const isStored = turn?.shown_status === 'stored' || turn?.shown_status === 'failed'
    // Pieces that were withdrawn are no beginning of what is stored, and mostly it is stored in the same moment.
    const reason = isStored ? withdrawalOf(now, news) : reasonOf(turn)
    if (reason) told.push({ type: 'reply.retracted', data: { reply: now, reason } })
    now = undefined
  }
  for (const one of news) {
    const { reply } = one
    if (reply !== wanted) continue
    if ('withdrawn' in one) {
      if (now === reply) told.push({ type: 'reply.retracted', data: { reply, reason: one.withdrawn } })
      now = undefined
    } else {
      told.push({ type: 'reply.delta', data: { reply, seq: one.seq, text: one.text } })
      now = reply
    }
  }
  return { told, shown: now }
}

function withdrawalOf(shown: string, news: readonly ReplyNews[]): Withdrawal | undefined {
  for (const one of news) if (one.reply === shown && 'withdrawn' in one) return one.withdrawn
  return undefined
}

function wantedReply(turn: Turn): string | undefined {
  const isWanted =
    turn?.response_mode === 'ai' &&
    turn.status === 'open' &&
    turn.reply_status === 'pending' &&
    !turn.only_human &&
    !isSilenced(turn)
  return isWanted ? (turn.reply_id ?? undefined) : undefined
}

/** Whether the agent is disabled or deleted, so that it neither answers visitors nor hands them over to people. */
const isSilenced = ({ is_disabled, agent_deleted_at }: NonNullable<Turn>): boolean =>
  is_disabled !== 0 || agent_deleted_at !== null

function reasonOf(turn: Turn): Retracted['reason'] {
  if (!turn || turn.status === 'closed' || isSilenced(turn)) return 'closed'
  return turn.response_mode === 'human' || turn.only_human ? 'taken_over' : 'newer_message'
}

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
