import type { ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'

/** What the agent replied to a question of a proof. */
export type Given = NonNullable<Data<'getProof'>['results'][number]['before']>

/**
 * What became of a question by teaching.
 * @param before null if it was taken back before the question was asked
 * @param isWanted whether what was taught is to answer it
 */
export function outcomeOf(
  { before, after, isWanted }: { before: Given | null; after: Given; isWanted: boolean },
  sourceId: string,
): ProofVerdict {
  const wasAnswered = before?.decision === 'answered'
  if (after.decision !== 'answered') return wasAnswered ? 'changed' : 'still_unknown'
  const isFromIt = after.citations.some(({ source_id }) => source_id === sourceId)
  // The source may have answered before by another of its pairs, and do so still.
  const isAsBefore = wasAnswered && before.reply === after.reply
  if (isFromIt && !isAsBefore && (isWanted || !wasAnswered)) return 'proved'
  return wasAnswered && !isAsBefore ? 'changed' : 'cites_other'
}
