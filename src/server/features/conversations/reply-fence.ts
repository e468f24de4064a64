import type { z } from 'zod'
import type { visitorStream } from '#contract/widget.ts'
import type { ReplyNews, Withdrawal } from '../../events/reply-news.ts'
import type { selectTurn } from './reply-queries.ts'

/** The state of a conversation's current turn, as just read; undefined if the conversation has been deleted. */
export type Turn = Awaited<ReturnType<typeof selectTurn>>

type Delta = z.infer<(typeof visitorStream)['reply.delta']>
type Retracted = z.infer<(typeof visitorStream)['reply.retracted']>

export type Told = { type: 'reply.delta'; data: Delta } | { type: 'reply.retracted'; data: Retracted }

/** The id of the reply whose pieces a client shows and that is neither stored nor retracted yet; undefined if none. */
export type Shown = string | undefined

/**
 * The takeover fence of streams: decides which events about unfinished replies a client gets. It gets the pieces of the
 * reply that is still wanted, and must retract the pieces that it shows of any other, unless that is stored.
 * @param turn read, with the state of `shown`, after all of `news` had arrived, so that no piece passes that was written
 * after a person took over
 */
export function fence(shown: Shown, news: readonly ReplyNews[], turn: Turn): { told: Told[]; shown: Shown } {
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
