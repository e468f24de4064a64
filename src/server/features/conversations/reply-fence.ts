import type { z } from 'zod'
import type { visitorStream } from '#contract/widget.ts'
import type { ReplyNews } from '../../events/reply-news.ts'
import type { selectTurn } from './reply-queries.ts'

/** Whose turn it is in a conversation, as just read; undefined if it has been deleted. */
export type Turn = Awaited<ReturnType<typeof selectTurn>>

type Delta = z.infer<(typeof visitorStream)['reply.delta']>
type Retracted = z.infer<(typeof visitorStream)['reply.retracted']>

export type Told = { type: 'reply.delta'; data: Delta } | { type: 'reply.retracted'; data: Retracted }

/** The reply of which a client has been shown something, which is neither stored nor taken back yet. */
export type Shown = string | undefined

/**
 * The takeover fence of streams: decides what a client is told of unfinished replies. It gets the pieces of the reply
 * that is still wanted, and is told to take back what it was shown of any other.
 * @param turn read after all of `news` had come, so that nothing is told which was written after a person took over
 */
export function fence(shown: Shown, news: readonly ReplyNews[], turn: Turn): { told: Told[]; shown: Shown } {
  const told: Told[] = []
  const wanted = wantedReply(turn)
  let now = shown
  if (now !== undefined && now !== wanted) {
    // A message that was stored replaces what was shown of it.
    const isStored = turn?.reply_id === now && (turn.reply_status === 'stored' || turn.reply_status === 'failed')
    if (!isStored) told.push({ type: 'reply.retracted', data: { reply: now, reason: reasonOf(turn) } })
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

/** The reply that the AI may write now. */
function wantedReply(turn: Turn): string | undefined {
  const isWanted =
    turn?.response_mode === 'ai' &&
    turn.status === 'open' &&
    turn.reply_status === 'pending' &&
    !turn.only_human &&
    !isSilenced(turn)
  return isWanted ? (turn.reply_id ?? undefined) : undefined
}

/** Whether the agent answers nobody any more, nor hands anybody over to people. */
const isSilenced = ({ is_disabled, agent_deleted_at }: NonNullable<Turn>): boolean =>
  is_disabled !== 0 || agent_deleted_at !== null

/** Why a reply is not wanted any more. A conversation handed over in the reply itself has a stored reply of the turn before. */
function reasonOf(turn: Turn): Retracted['reason'] {
  if (!turn || turn.status === 'closed' || isSilenced(turn)) return 'closed'
  return turn.response_mode === 'human' || turn.only_human ? 'taken_over' : 'newer_message'
}
