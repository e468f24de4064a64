import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectProof } from './queries.ts'

export { proofEventListener } from './listen-to-training.ts'

/** @throws AppError 404 */
export async function findProof(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'proofs'>> {
  const row = await selectProof(ctx.database.read, id)
  if (row?.agent_id !== agent.id) throw new AppError('resource_not_found')
  return row
}
