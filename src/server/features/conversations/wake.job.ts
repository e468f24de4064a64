import { handler } from '../../jobs/handler.ts'
import { decideAndCommit, lockState } from './commit.ts'
import { wakeJob } from './jobs.ts'

/** Wakes a conversation, unless it was woken, snoozed until another time, or deleted meanwhile. */
export const wakeHandler = handler(wakeJob, (deps) => ({
  async run({ conversationId, until }) {
    await deps.database.transaction(async (tx) => {
      const state = await lockState(tx, conversationId)
      if (state) await decideAndCommit(deps, tx, state, { kind: 'wake', until })
    })
  },
}))
