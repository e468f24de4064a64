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
  if (isFromIt && (isWanted || !wasAnswered)) return 'proved'
  return wasAnswered && before.reply !== after.reply ? 'changed' : 'cites_other'
}
