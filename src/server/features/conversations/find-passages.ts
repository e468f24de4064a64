import type { AnswerThreshold } from '#contract/enums.ts'
import type { AskedQuestion } from '../../adapters/models/answer.ts'
import { type Question, saidBefore } from '../../adapters/models/questions.ts'
import type { HistoryMessage } from '../../adapters/models/search-query.ts'
import { PASSAGES } from '../../knowledge/knowledge.ts'
import { SMALL_AGENT_CHUNKS } from '../../knowledge/small-agent.ts'
import type { Passage } from '../../knowledge/types.ts'

/** A question with its passages: those that the built-in model reads, and the best few that a provider's is given. */
export type Found = Omit<AskedQuestion, 'actions'> & {
  given: Passage[]
  /** The query that a provider's model has written for it; unset if none has. */
  written?: string
}

interface Search {
  find(query: string): Promise<Passage[]>
  /** Puts the last of some messages into a query that stands by itself; undefined if it can't. */
  write?: ((history: readonly HistoryMessage[]) => Promise<string | undefined>) | undefined
}

const FEW = 3 // words of a message that may be about what the question before it names
const RARE = 0.02 // share of the chunks; a word that so few of them hold says what a message is about

/**
 * Finds the passages for one of the questions of a conversation. One that goes on from the question before it, by its
 * words, because they are few and common, or because it finds nothing that the built-in model would take for an answer,
 * is searched for in two ways: as it would be by itself, and by the query that a provider's model writes for it, else
 * together with the question before it. Of few and common words ("How can I apply?"), only what both searches find is
 * quoted, as such words are borne out by passages about anything.
 */
export async function findFor(
  { message, query, before, at }: Question,
  history: readonly HistoryMessage[],
  threshold: AnswerThreshold,
  { find, write }: Search,
): Promise<Found> {
  const passages = await find(query)
  const found = { message, query, passages, said: saidBefore(history, at) }
  // Of a small agent, more are found, of which only the built-in model makes use.
  const one = passages.slice(0, PASSAGES)
  if (before === undefined) return { ...found, given: one }
  const isFollowUp = query !== message
  const isOpen = !isFollowUp && leavesSubjectOpen(passages)
  if (!isFollowUp && !isOpen && (await answers(query, passages, threshold))) return { ...found, given: one }
  const written = await write?.(history.slice(0, at + 1))
  const other = written ?? (isFollowUp ? message : `${before}\n${message}`)
  const others = await find(other)
  const all = { ...found, given: inTurn(one, others), ...(written !== undefined && { written }) }
  // A small agent's passages are all read for the message alone already.
  if (isFollowUp || one.some(({ among }) => among <= SMALL_AGENT_CHUNKS)) return all
  const again = { query: other, passages: inBoth(others, one) }
  return { ...all, again, ...(isOpen && { quotable: inBoth(one, others) }) }
}

/** Whether few words of a message say something, and each of these stands in many chunks or in none. */
function leavesSubjectOpen([first]: readonly Passage[]): boolean {
  const asked = first?.asked ?? []
  return asked.length <= FEW && asked.every(({ share }) => share === 0 || share > RARE)
}

/** Whether the built-in model would answer; it is loaded only here, to keep the memory of an idle server small. */
async function answers(query: string, passages: readonly Passage[], threshold: AnswerThreshold): Promise<boolean> {
  const { isKnown } = await import('../../adapters/models/confidence.ts')
  const { quotesFrom } = await import('../../adapters/models/quote.ts')
  return isKnown(query, passages, quotesFrom(query, passages), threshold)
}

/**
 * The passages of a search that another one found too, so that a question about something else is not answered by what
 * answers the one before it; only those with units, as no other is read.
 */
function inBoth(one: readonly Passage[], other: readonly Passage[]): Passage[] {
  const ids = new Set(other.map(({ id }) => id))
  return one.filter(({ id, units }) => units.length > 0 && ids.has(id))
}

/** The best of two lists in turn, each passage once. */
function inTurn(one: readonly Passage[], other: readonly Passage[]): Passage[] {
  const drawn = new Map(one.flatMap((passage, at) => [passage, other[at] ?? passage]).map((each) => [each.id, each]))
  return [...drawn.values()].slice(0, PASSAGES)
}
