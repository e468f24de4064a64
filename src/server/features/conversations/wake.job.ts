import type { Dependencies } from '../../context.ts'
import { isNotFound } from '../../errors.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { commit, holdingConversation } from './commit.ts'
import { decide } from './decide.ts'
import { type WakePayload, wakeJob } from './jobs.ts'
import { worldOf } from './world.ts'

/** Wakes a conversation, unless it was woken, or snoozed until another time, meanwhile. */
export function wakeHandler(deps: Dependencies): JobHandler<WakePayload> {
  return {
    definition: wakeJob,
    async run({ conversationId, until }) {
      try {
        await holdingConversation(deps, { id: conversationId }, (tx, state) =>
          commit(deps, tx, decide(state, { kind: 'wake', until }, worldOf(deps))),
        )
      } catch (error) {
        if (!isNotFound(error)) throw error // the conversation has been deleted
      }
    },
  }
}
