import type { ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'

/** What the agent replied to a question of a proof. */
export type Given = NonNullable<Data<'getProof'>['results'][number]['before']>

/**
 * How teaching has changed the reply to a question.
 * @param before null if the teaching was undone before the question was asked
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
