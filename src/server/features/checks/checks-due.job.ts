import type { Dependencies } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAgent } from '../agents/index.ts'
import { asksProvider } from '../evaluation/index.ts'
import { SETTLED_SECONDS } from './after-training.ts'
import { checksDueJob } from './jobs.ts'
import { changeDue, countChecks, isTraining, selectPendingRun } from './queries.ts'
import { skipRun, startRun } from './start-run.ts'

/** Starts a run of the agent's checks once its knowledge has stayed unchanged long enough. */
export const checksDueHandler = handler(checksDueJob, (deps) => ({
  run: ({ agentId }) => startDueRun(deps, agentId),
  async failed({ agentId }, error) {
    deps.log.error({ err: error, agent: agentId }, "an agent's checks could not be started")
    await deps.database.transaction((tx) => changeDue(tx, agentId, null)) // so that the next training makes one due
  },
}))

/**
 * Starts the run that is due, or queues another look if the knowledge has changed again or training or another run goes
 * on. A run for which a provider would be paid is stored as skipped instead. None starts if the agent has no checks any
 * more, or they run on demand only.
 */
export async function startDueRun(deps: Dependencies, agentId: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, agentId)
    if (!agent || agent.checks_due_at === null) return
    const wait = agent.checks_due_at - deps.now()
    const isBusy = (await isTraining(tx, agentId)) || (await selectPendingRun(tx, agentId)) !== undefined
    if (wait > 0 || isBusy) {
      const delaySeconds = isBusy ? SETTLED_SECONDS : Math.ceil(wait / 1000)
      return deps.jobs.send(tx, checksDueJob, { agentId }, { delaySeconds })
    }
    await changeDue(tx, agentId, null)
    const total = await countChecks(tx, agentId)
    if (agent.checks_after_training === 0 || total === 0) return
    if (asksProvider(deps, agent)) await skipRun(deps, tx, agent, total)
    else await startRun(deps, tx, agent, { trigger: 'training', total, credits: 0 })
  })
}
