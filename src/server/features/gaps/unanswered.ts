import type { AnswerDecision, AnswerReason, MessageRole } from '#contract/enums.ts'
import { intentOf } from '../../adapters/models/intents.ts'

/** A message of a conversation with what its answer trace says, if it is a reply of the AI. */
export interface Said {
  id: string
  role: MessageRole
  content: string
  /** `member` on a visitor's message that a member of the team wrote to try the agent. */
  author_type: 'member' | 'key' | null
  created_at: number
  decision: AnswerDecision | null
  reason: AnswerReason | null
  search_query: string | null
}

export interface Unanswered {
  messageId: string
  /** The reply that left it unanswered. */
  replyId: string
  askedAt: number
  /** What to compare with other questions: a follow-up together with what it goes on from. */
  text: string
  /** Whether the AI refused it; otherwise it answered, and the visitor was not content. */
  isRefused: boolean
}

/**
 * The question that a visitor is left with at the end of a part of a conversation: one that the AI refused for want of
 * knowledge, or answered in a way after which the visitor asked for a person at once, or rated the answer bad. Null if
 * none, or a member's.
 * @param thread the last messages, oldest first
 */
export function unanswered(thread: readonly Said[]): Unanswered | null {
  const [before = -1, last = -1] = [-1, -1, ...thread.flatMap((said, at) => (isReply(said) ? [at] : []))].slice(-2)
  const reply = thread[last]
  if (!reply) return null
  if (reply.reason === 'no_passage' || reply.reason === 'not_supported') return questionOf(thread, last, true)
  if (reply.reason === 'asked_for_person')
    return isAnswer(thread[before]) && visitorMessages(thread, before, last) === 1
      ? questionOf(thread, before, false)
      : null
  // Here the visitor asked for a person with the button, or rated the answer bad. Neither makes the AI reply, so the
  // answer in question is still its last reply.
  const isAskedAtOnce = isAnswer(reply) && visitorMessages(thread, last, thread.length) === 0
  return isAskedAtOnce ? questionOf(thread, last, false) : null
}

const isReply = ({ role, decision }: Said) => role === 'assistant' && decision !== null

const isAnswer = (said: Said | undefined) => said?.decision === 'answered'

const visitorMessages = (thread: readonly Said[], from: number, to: number) =>
  thread.slice(from + 1, to).filter(({ role }) => role === 'visitor').length

function questionOf(thread: readonly Said[], replyAt: number, isRefused: boolean): Unanswered | null {
  const reply = thread[replyAt]!
  const asked = thread.slice(0, replyAt).findLast(({ role }) => role === 'visitor')
  // A reply that searched for nothing answered no question: it thanks for a filled-in form.
  if (!asked || asked.author_type === 'member' || reply.search_query === null) return null
  if (intentOf(asked.content)) return null // a greeting or thanks
  return { messageId: asked.id, replyId: reply.id, askedAt: asked.created_at, text: reply.search_query, isRefused }
}
