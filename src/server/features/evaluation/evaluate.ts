import type { AnswerDecision, CheckExpectation, ImpactVerdict, ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { offersPerson } from '../../adapters/models/phrases.ts'
import { inParallel } from '../../concurrency/in-parallel.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Json, Tx } from '../../db/tables.ts'
import { selectAgent } from '../agents/index.ts'
import type { History } from '../conversations/index.ts'
import { type Asking, askOnce } from './ask-once.ts'

// Accents, Hebrew and Arabic vowel signs, and the stroke that stretches Arabic words.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g // soft hyphens, and spaces and joiners without width
const EMPHASIS = /\*\*|__|`/g
// Words between two single marks, as in `*only*`. A mark within a word is kept, as is a pair with a space after its
// first or before its second mark.
const SINGLE_EMPHASIS = /(?<![\p{L}\p{M}\p{N}_*])([*_])(?![\s*_])(.{1,200}?)(?<![\s*_])\1(?![\p{L}\p{N}_*])/gu
const WORD = /[\p{L}\p{M}\p{N}_]/u
const COMBINING = /\p{M}/u
// Scripts written without spaces between words, so that the next character does not show whether a word has ended.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NUMBER_GOES_BACK = /\p{N}[.,:']$/u // `60` is not in `4.60`
const NUMBER_GOES_ON = /^[.,:']\p{N}/u // `4` is not in `4.60`, nor `7` in `7:30`

/**
 * Whether a text contains a fact as whole words, or anywhere in scripts without spaces; case, accents and Markdown
 * emphasis do not matter. A number is whole only with all digits, also those after a decimal point or a colon.
 */
export function saysFact(text: string, fact: string): boolean {
  const wanted = folded(fact)
  if (wanted === '') return false
  const said = folded(text)
  const plain = said.replace(EMPHASIS, '').replace(SINGLE_EMPHASIS, '$2')
  return isWithin(said, wanted) || isWithin(folded(plain), wanted)
}

function isWithin(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (isEdge(text.slice(0, at), wanted, 'before') && isEdge(text.slice(end), wanted, 'after')) return true
  }
  return false
}

/** Whether the wanted text begins or ends, on the side of `rest`, at the boundary of a word. */
function isEdge(rest: string, wanted: string, side: 'before' | 'after'): boolean {
  const isAfter = side === 'after'
  const edge = (isAfter ? lastOf(wanted) : firstOf(wanted)) ?? ''
  const next = isAfter ? firstOf(rest) : lastOf(rest)
  if (next === undefined || !WORD.test(edge)) return true
  if (/\p{N}/u.test(edge) && (isAfter ? NUMBER_GOES_ON : NUMBER_GOES_BACK).test(rest)) return false
  if (isAfter && COMBINING.test(next)) return false // a vowel sign that belongs to the last letter
  return !WORD.test(next) || UNSPACED.test(edge) || UNSPACED.test(next)
}

const firstOf = (text: string) => [...text.slice(0, 2)][0]
const lastOf = (text: string) => [...text.slice(-2)].at(-1)

/** The text in lower case, without accents and characters of no width, with one form of quotes, dashes and spaces. */
const folded = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ςıß]/g, (letter) => (letter === 'ς' ? 'σ' : letter === 'ı' ? 'i' : 'ss'))
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

export type Given = NonNullable<Data<'getProof'>['results'][number]['before']>

export const givenIn = (stored: Json | null): Given | null => (stored === null ? null : (JSON.parse(stored) as Given))

/**
 * `facts` is JSON: wordings for each fact, of which the reply must contain one. `cites`: a source; null: any or none.
 */
type Expected = Pick<Row<'checks'>, 'expects' | 'facts' | 'cites'>

type CheckVerdict = Row<'check_results'>['verdict']

/** What fulfils each expectation. An agent that does not know claims nothing, whether or not it fetches a person. */
const DECISIONS: Record<CheckExpectation, readonly AnswerDecision[]> = {
  answers: ['answered'],
  refuses: ['unknown', 'handed_over'],
  hands_over: ['handed_over'],
}

/** Compares a reply with a check. `problems`: another decision, facts it lacks, a missing citation; none: it passes. */
export function judge(
  { expects, facts, cites }: Expected,
  { decision, reply, citations }: Pick<Given, 'decision' | 'reply'> & { citations: readonly { source_id: string }[] },
) {
  const isOffer = decision === 'unknown' && offersPerson(reply)
  const wordings = JSON.parse(facts) as string[][]
  const problems: Data<'getCheckRun'>['results'][number]['problems'] = {
    decision: !DECISIONS[expects].includes(decision) && !(expects === 'hands_over' && isOffer),
    facts: wordings.filter((alternatives) => !alternatives.some((fact) => saysFact(reply, fact))),
    cites: cites !== null && !citations.some(({ source_id }) => source_id === cites),
  }
  const isFailed = problems.decision || problems.cites || problems.facts.length > 0
  return { verdict: isFailed ? ('failed' as const) : ('passed' as const), problems }
}

/** Whether a check broke (passed before and fails now) or was mended; null if neither, or if a verdict is not known. */
export const changeOf = (before: CheckVerdict | null, now: CheckVerdict | null): 'broke' | 'mended' | null =>
  before === null || now === null || before === now ? null : now === 'failed' ? 'broke' : 'mended'

/**
 * How teaching has changed a reply; `before` is null if it was undone before the question was asked.
 * @param isWanted whether what was taught is meant to answer the question
 */
export function outcomeOf(
  { before, after, isWanted }: { before: Given | null; after: Given; isWanted: boolean },
  sourceId: string,
): ProofVerdict {
  const wasAnswered = before?.decision === 'answered'
  if (after.decision !== 'answered') return wasAnswered ? 'changed' : 'still_unknown'
  const isFromIt = after.citations.some(({ source_id }) => source_id === sourceId)
  // If the source has other pairs, one of these may have given the same reply before.
  const isAsBefore = wasAnswered && before.reply === after.reply
  if (isFromIt && !isAsBefore && (isWanted || !wasAnswered)) return 'proved'
  return wasAnswered && !isAsBefore ? 'changed' : 'cites_other'
}

/** Compares the reply as it is with the one that the built-in model would give after a change of the agent. */
export function becomesOf(before: Given | null, after: Given): ImpactVerdict {
  if (before === null) return 'unknown'
  return before.decision === after.decision && before.reply === after.reply ? 'same' : 'changed'
}

/**
 * What becomes of a reply that is not made again, since a provider's model would have to be paid for that: `changed` if
 * it cites sources and all of them would be gone, otherwise `unknown`.
 * @param without the ids of the sources that would be gone; empty if something else changes
 */
export function becomesWithout({ citations }: Given, without: readonly string[]): ImpactVerdict {
  const isAllGone = citations.length > 0 && citations.every(({ source_id }) => without.includes(source_id))
  return isAllGone ? 'changed' : 'unknown'
}

const AT_ONCE = 8 // answers that are stored together: about a quarter of a second's work
const IN_FLIGHT = 2 // questions at a time: passages of one are read from the database while those of another are ranked
const TOLD_EVERY_MS = 500

export type Ask = (
  history: History,
  asking?: Asking,
) => Promise<{ given: Given; trace: Data<'askPlayground'>['trace'] }>

export interface Evaluation<Question, Answer> {
  agentId: string
  /** Whether a provider is paid for each reply. Such a reply is stored at once, so that no other attempt pays again. */
  isPaid: boolean
  /** Up to `limit` questions that are still to be asked; none once all were. */
  next(limit: number): readonly Question[] | Promise<readonly Question[]>
  answer(question: Question, ask: Ask, agent: Row<'agents'>): Promise<Answer>
  /** Absent where nothing is stored. */
  stored?: {
    /**
     * Stores answers, so that `next` leaves out their questions; `paid` counts a provider's replies.
     * @returns false if they are no longer wanted
     */
    store(tx: Tx, answers: readonly Answer[], paid: number): Promise<boolean>
    tell(tx: Tx, agent: Row<'agents'>): Promise<void>
  }
}

/**
 * Asks an agent, as it is at each moment. Answers are stored a few at a time, so that another attempt can go on.
 * @returns false if the agent was deleted or answers are no longer wanted
 * @throws the signal's reason when it is aborted
 */
export async function evaluate<Question, Answer>(
  deps: Dependencies,
  { agentId, isPaid, next, answer, stored }: Evaluation<Question, Answer>,
  signal: AbortSignal,
): Promise<boolean> {
  let toldAt = performance.now()
  for (;;) {
    const questions = await next(isPaid ? 1 : AT_ONCE)
    if (questions.length === 0) return true
    const agent = await selectAgent(deps.database.read, agentId)
    if (!agent) return false
    let paid = 0
    const ask: Ask = async (history, asking) => {
      const { content, trace } = await askOnce(deps, agent, history, { ...asking, signal })
      if (trace.model !== deps.models.defaultModel.slug) paid += 1
      return { given: { reply: content, decision: trace.decision, citations: trace.citations }, trace }
    }
    const answers = await inParallel(questions, IN_FLIGHT, (question) => {
      signal.throwIfAborted()
      return answer(question, ask, agent)
    })
    if (!stored) continue
    const isDue = performance.now() - toldAt > TOLD_EVERY_MS
    if (isDue) toldAt = performance.now()
    const isWanted = await deps.database.transaction(async (tx) => {
      const isStored = await stored.store(tx, answers, paid)
      if (isStored && isDue) await stored.tell(tx, agent)
      return isStored
    })
    if (!isWanted) return false
  }
}
