import type { ImpactVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'

/** What the agent replies to a question. */
export type Given = NonNullable<Data<'getImpact'>['becomes'][number]['before']>

/** Compares the reply as it is with the one that the built-in model would give after the change. */
export const verdictOf = (before: Given, after: Given): ImpactVerdict =>
  before.decision === after.decision && before.reply === after.reply ? 'same' : 'changed'

/**
 * The verdict on a reply that is not made again, since a provider's model would have to be paid for that: `changed` if
 * it cites sources and all of them would be gone, otherwise `unknown`.
 * @param without the ids of the sources that would be gone; empty if something else changes
 */
export function verdictByEvidence({ citations }: Given, without: ReadonlySet<string>): ImpactVerdict {
  const isAllGone = citations.length > 0 && citations.every(({ source_id }) => without.has(source_id))
  return isAllGone ? 'changed' : 'unknown'
}
