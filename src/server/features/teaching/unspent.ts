import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { AskedQuestion } from './queries.ts'

/**
 * The credits of a proof for which no provider's model has replied. When what was taught is taken back, those for the
 * replies before are settled, and only those after it are counted.
 */
export function unspent(
  { models }: Pick<Dependencies, 'models'>,
  { round, credits }: Pick<Row<'proofs'>, 'round' | 'credits'>,
  questions: readonly AskedQuestion[],
): number {
  const replies = questions.flatMap(({ before, after }) => (round === 0 ? [before, after] : [after]))
  const isPaid = (stored: string | null) =>
    stored !== null && (JSON.parse(stored) as { model: string }).model !== models.defaultModel.slug
  return Math.max(0, credits - replies.filter(isPaid).length)
}
