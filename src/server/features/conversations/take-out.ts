import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { decideAndCommit, lockState } from './commit.ts'

/**
 * Takes a conversation out of all lists and totals, as deleting it does, before its rows are erased in the same
 * transaction. Does nothing to one that was deleted before.
 */
export async function takeOutConversation(deps: Dependencies, tx: Tx, id: string): Promise<void> {
  const state = await lockState(tx, id)
  if (state) await decideAndCommit(deps, tx, state, { kind: 'delete' })
}
