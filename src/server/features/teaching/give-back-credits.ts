import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { returnQuota } from '../organizations/index.ts'
import { changeProof } from './queries.ts'

/**
 * Returns those credits of a proof for which no provider's model has replied, to the month in which they were taken.
 */
export async function giveBackCredits(
  tx: Tx,
  { organization_id }: Pick<Row<'agents'>, 'organization_id'>,
  { id, credits, credit_period }: Row<'proofs'>,
): Promise<void> {
  if (credit_period === null) return
  await returnQuota(tx, organization_id, 'message_credits', credits, credit_period)
  await changeProof(tx, id, { credits: 0, credit_period: null })
}
