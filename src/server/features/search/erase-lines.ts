import type { Eraser } from '../../context.ts'
import { removeLines } from '../../db/search-index.ts'
import { lockIndex } from './lock-index.ts'
import { selectNumbers, selectOrganizationOf } from './queries.ts'

/** Takes the lines of an erased conversation out of the index of the search. */
export const eraseLines: Eraser = async (tx, { id, agent_id }) => {
  const organizationId = await selectOrganizationOf(tx, agent_id)
  if (organizationId === undefined) return
  await lockIndex(tx, organizationId)
  await removeLines(tx, await selectNumbers(tx, [id], ['message', 'note', 'visitor']))
}
