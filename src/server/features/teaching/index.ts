import { AppError } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectProof } from './queries.ts'

export { proofEventListener } from './listen-to-training.ts'

/** @throws AppError 404 */
export const findProof: Locator<'proof'> = async (ctx, id, { agent }) => {
  const row = await selectProof(ctx.database.read, id)
  if (row?.agent_id !== agent.id) throw new AppError('resource_not_found')
  return row
}
