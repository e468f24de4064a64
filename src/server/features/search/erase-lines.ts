import type { Eraser } from '../../context.ts'
import { removeLines } from '../../db/search-index.ts'
import { lockIndex, selectNumbers } from './queries.ts'

/** Takes the lines of an erased conversation out of the index of the search. */
export const eraseLines: Eraser = async (tx, { id, organization_id }) => {
  await lockIndex(tx, organization_id)
  await removeLines(tx, await selectNumbers(tx, [id], ['message', 'note', 'visitor']))
}
