import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { commit, lockState } from './commit.ts'
import { decide } from './decide.ts'
import { worldOf } from './world.ts'

/**
 * Takes a conversation out of all lists and totals, as deleting it does, before its rows are erased in the same
 * transaction. Does nothing to one that was deleted before.
 */
export async function takeOutConversation(deps: Dependencies, tx: Tx, id: string): Promise<void> {
  const state = await lockState(tx, id)
  if (state) await commit(deps, tx, decide(state, { kind: 'delete' }, worldOf(deps)))
}
