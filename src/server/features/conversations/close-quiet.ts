import type { Dependencies } from '../../context.ts'
import { SYSTEM } from './command.ts'
import { decideAndCommit, lockState } from './commit.ts'
import { selectQuiet } from './queries.ts'

const AT_ONCE = 100

/**
 * Closes websites' conversations with the AI in which nothing has happened for as long as their agents are set to, but
 * none whose visitor is left unanswered. Whatever the visitor writes later reopens them.
 */
export async function closeQuietConversations(deps: Dependencies): Promise<void> {
  for (;;) {
    const ids = await selectQuiet(deps.database.read, deps.now(), AT_ONCE)
    let closed = 0
    for (const { id, updated_at } of ids)
      await deps.database.transaction(async (tx) => {
        const state = await lockState(tx, id)
        if (state?.row.updated_at !== updated_at || state.pendingReply) return // there is news
        await decideAndCommit(deps, tx, state, { kind: 'set', mode: undefined, status: 'closed', by: SYSTEM })
        closed += 1
      })
    if (ids.length < AT_ONCE || closed === 0) return
  }
}
