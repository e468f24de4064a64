import type { AnswerDecision, CheckExpectation, ImpactVerdict, ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { offersPerson } from '../../adapters/models/phrases.ts'
import type { Row } from '../../db/rows.ts'
import type { Json } from '../../db/tables.ts'
import { saysFact } from './facts.ts'

export type Given = NonNullable<Data<'getProof'>['results'][number]['before']>

export const givenIn = (stored: Json | null): Given | null => (stored === null ? null : (JSON.parse(stored) as Given))

/**
 * `facts` is JSON: wordings for each fact, of which the reply must contain one. `cites`: a source; null: any or none.
 */
type Expected = Pick<Row<'checks'>, 'expects' | 'facts' | 'cites'>

export type CheckVerdict = Row<'check_results'>['verdict']

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
