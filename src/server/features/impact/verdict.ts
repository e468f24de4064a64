import type { ImpactVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'

/** What the agent replies to a question. */
export type Given = NonNullable<Data<'getImpact'>['becomes'][number]['before']>

/** What becomes of a reply that is made again by the built-in model. */
export const verdictOf = (before: Given, after: Given): ImpactVerdict =>
  before.decision === after.decision && before.reply === after.reply ? 'same' : 'changed'

/**
 * What the evidence says of a reply that is not made again, since a provider's model would have to be paid for it: that
 * it changes, if nothing is left of what it cites.
 * @param without the sources that would be gone; none where something else changes
 */
export function verdictByEvidence({ citations }: Given, without: ReadonlySet<string>): ImpactVerdict {
  const isAllGone = citations.length > 0 && citations.every(({ source_id }) => without.has(source_id))
  return isAllGone ? 'changed' : 'unknown'
}
