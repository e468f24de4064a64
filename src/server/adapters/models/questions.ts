import { searchTermsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { withOffersTaken } from './assent.ts'
import { intentOf } from './intents.ts'
import { type HistoryMessage, isFollowUp, questionBefore, searchQuery } from './search-query.ts'

export type Question = {
  message: string
  /** What to search the agent's sources for: the message, with the questions before it if it is a follow-up to them. */
  query: string
  /** The visitor's question before the latest reply; unset if there is none. */
  before?: string | undefined
  at: number
}

/** A query with the passages that were found for it, best first. */
export type Searched = { query: string; passages: Passage[] }

/** All passages of questions: of each, those of its query, then those of the query by which it is asked again. */
export const passagesOf = (questions: readonly { passages: Passage[]; again?: Searched | undefined }[]): Passage[] =>
  questions.flatMap(({ passages, again }) => [...passages, ...(again?.passages ?? [])])

/**
 * The query of each question by which the built-in model found its answer; its first one if it found none.
 * @param quoted the passages that are quoted, as indexes into those of all questions
 */
export function queriesOf(
  questions: readonly { query: string; passages: Passage[]; again?: Searched | undefined }[],
  quoted: readonly number[],
): string[] {
  let next = 0
  return questions.map(({ query, passages, again }) => {
    const second = next + passages.length
    next = second + (again?.passages.length ?? 0)
    return again && quoted.some((index) => index >= second && index < next) ? again.query : query
  })
}

const QUESTIONS_MAXIMUM = 3 // answered in one reply, the latest ones; more would be too long to read

/**
 * The questions to answer: the latest three since anybody last wrote to the visitor, after a wish for a person. A
 * message that asks nothing, such as a greeting, counts only if nothing is asked. A "yes, please" asks what the AI has
 * just offered.
 */
export function questionsIn(written: readonly HistoryMessage[]): Question[] {
  const history = withOffersTaken(written)
  const unanswered = unansweredIn(history)
  const asking = askingIn(history, unanswered)
  const isMeant = (at: number) => asking.includes(at) || !unanswered.includes(at)
  const questions = asking.map((at): Question => {
    const meant = history.slice(0, at + 1).filter((_, place) => isMeant(place))
    // A message that waits for the same reply is answered by itself, and not once more with this one.
    const answered = history.slice(0, at + 1).filter((_, place) => place === at || !unanswered.includes(place))
    return { message: history[at]!.content, query: searchQuery(meant), before: questionBefore(answered), at }
  })
  const wish = questions.findLast(isWish)
  const latest = questions.filter((question) => !isWish(question)).slice(-QUESTIONS_MAXIMUM)
  return wish ? [wish, ...latest] : latest
}

/** The AI's message that was the last one before the visitor wrote the message at a place; unset if there is none. */
export function saidBefore(history: readonly HistoryMessage[], at: number): string | undefined {
  const last = history.slice(0, at).findLast(({ role }) => role !== 'visitor')
  return last?.role === 'assistant' ? last.content : undefined
}

/** Whether a visitor asks for a person in any of the messages that nobody has answered yet. */
export function asksForPerson(written: readonly HistoryMessage[]): boolean {
  const history = withOffersTaken(written)
  return unansweredIn(history).some((at) => isWish({ message: history[at]!.content }))
}

/** Whether a message asks nothing: a greeting, thanks, a goodbye, or a word like "please" alone. */
export function asksNothing(message: string): boolean {
  const intent = intentOf(message)
  if (intent === null) return searchTermsOf(message).length === 0 && !isFollowUp(message.trim())
  return intent === 'greeting' || intent === 'thanks' || intent === 'goodbye'
}

const isWish = ({ message }: Pick<Question, 'message'>) => intentOf(message) === 'person'

/** The `places` whose messages ask something; if there are none, the place of a message that asks nothing. */
function askingIn(history: readonly HistoryMessage[], places: readonly number[]): number[] {
  const asking = places.filter((at) => !asksNothing(history[at]!.content))
  // If the visitor has filled in a form last, the reply confirms it, and need not answer a greeting as well.
  if (asking.length > 0 || history.at(-1)?.isForm) return asking
  return [places.findLast((at) => intentOf(history[at]!.content)) ?? places.at(-1) ?? []].flat()
}

/** The visitor's last messages in a row, without forms; none if they were answered before a form was filled in. */
function unansweredIn(history: readonly HistoryMessage[]): number[] {
  const last = history.findLastIndex(({ role, isForm }) => role === 'visitor' && !isForm)
  const before = history.findLastIndex(({ role }, at) => at < last && role !== 'visitor')
  if (history.at(-1)?.isForm && history.slice(last).some(({ role }) => role !== 'visitor')) return []
  return history.flatMap(({ isForm }, at) => (at > before && at <= last && !isForm ? at : []))
}
