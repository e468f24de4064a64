import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { decideAndCommit, lockState } from './commit.ts'
import { type WakePayload, wakeJob } from './jobs.ts'

/** Wakes a conversation, unless it was woken, snoozed until another time, or deleted meanwhile. */
export function wakeHandler(deps: Dependencies): JobHandler<WakePayload> {
  return {
    definition: wakeJob,
    async run({ conversationId, until }) {
      await deps.database.transaction(async (tx) => {
        const state = await lockState(tx, conversationId)
        if (state) await decideAndCommit(deps, tx, state, { kind: 'wake', until })
      })
    },
  }
}
