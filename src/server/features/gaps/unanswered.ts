import type { AnswerDecision, AnswerReason, MessageRole } from '#contract/enums.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { asksNothing, type Question, questionsIn } from '../../adapters/models/questions.ts'

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
  /** The reply that left it unanswered; null if it left several so, since its answer trace is about all of them. */
  replyId: string | null
  askedAt: number
  /** What to compare with other questions: of a follow-up, also the question that it continues. */
  text: string
  /** Whether the AI refused to answer it; if not, it answered, and the visitor was not content. */
  isRefused: boolean
}

/**
 * A visitor's questions without a satisfying answer: those refused for want of knowledge, and those after whose answer
 * they asked for a person or rated it bad, but not a member's trials.
 * @param thread the last messages, oldest first
 * @param isByMail whether the AI says nothing to what it does not know, as in a conversation by mail
 */
export function unanswered(thread: readonly Said[], isByMail = false): Unanswered[] {
  const isInVain = isByMail && thread.at(-1)?.role === 'visitor'
  const mailed = isInVain ? questionsIn(thread).filter(({ message }) => !intentOf(message)) : []
  if (mailed.length > 0)
    return mailed.map(({ query, at }) => {
      const { id: messageId, created_at: askedAt } = thread[at]!
      return { messageId, replyId: null, askedAt, text: query, isRefused: true }
    })
  const [before = -1, last = -1] = [-1, -1, ...thread.flatMap((said, at) => (isReply(said) ? [at] : []))].slice(-2)
  const reply = thread[last]
  if (!reply) return []
  if (reply.reason === 'no_passage' || reply.reason === 'not_supported') return questionsOf(thread, last, true)
  if (reply.reason === 'asked_for_person')
    return isAnswer(thread[before]) &&
      visitorMessages(thread, before, last).filter(({ content }) => !asksNothing(content)).length === 1
      ? questionsOf(thread, before, false)
      : []
  // Here the visitor asked for a person with the button, or rated the answer bad. Neither makes the AI reply, so the
  // answer in question is still its last reply.
  const isAskedAtOnce = isAnswer(reply) && visitorMessages(thread, last, thread.length).length === 0
  return isAskedAtOnce ? questionsOf(thread, last, false) : []
}

const isReply = ({ role, decision }: Said) => role === 'assistant' && decision !== null

/** Whether a reply answers something. One that only offers a form does not, though its trace says `answered`. */
export const isAnswer = (said: Pick<Said, 'decision' | 'reason'> | undefined) =>
  said?.decision === 'answered' && said.reason !== 'action'

const visitorMessages = (thread: readonly Said[], from: number, to: number) =>
  thread.slice(from + 1, to).filter(({ role }) => role === 'visitor')

function questionsOf(thread: readonly Said[], replyAt: number, isRefused: boolean): Unanswered[] {
  const { id, search_query: searched } = thread[replyAt]!
  // A reply that searched for nothing answered no question: it thanks for a filled-in form.
  if (searched === null) return []
  const asked = questionsIn(thread.slice(0, replyAt))
  // If a reply answered only some of several questions, its trace has the queries of the others.
  const left = asked.length > 1 ? searchedIn(searched, asked) : asked
  return left.flatMap(({ message, query, at }) => {
    const { id: messageId, author_type, created_at: askedAt } = thread[at]!
    if (author_type === 'member' || intentOf(message)) return [] // a member's trial, or a greeting, thanks or the like
    if (left.length === 1) return { messageId, replyId: id, askedAt, text: searched, isRefused }
    return { messageId, replyId: null, askedAt, text: query, isRefused }
  })
}

/** The questions whose queries make up what was searched for, one a line. */
function searchedIn(searched: string, asked: readonly Question[]): Question[] {
  let rest = `\n${searched}`
  // Compared from the last to the first, since a follow-up's query begins with that of the question before it.
  const found = asked.toReversed().filter(({ query }) => {
    const isIn = rest.endsWith(`\n${query}`)
    if (isIn) rest = rest.slice(0, -query.length - 1)
    return isIn
  })
  return found.toReversed()
}
