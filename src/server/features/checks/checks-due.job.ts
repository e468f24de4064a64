import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { giveUpDueRun, startDueRun } from './after-training.ts'
import { type ChecksDuePayload, checksDueJob } from './jobs.ts'

/** Checks whether the agent's knowledge has stayed unchanged long enough, and then starts a run of its checks. */
export function checksDueHandler(deps: Dependencies): JobHandler<ChecksDuePayload> {
  return {
    definition: checksDueJob,
    run: ({ agentId }) => startDueRun(deps, agentId),
    async failed({ agentId }, error) {
      deps.log.error({ err: error, agent: agentId }, "an agent's checks could not be started")
      await giveUpDueRun(deps, agentId)
    },
  }
}
