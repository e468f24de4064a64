import type { Dependencies, EventListener } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { checksDueJob } from './jobs.ts'
import {
  changeDue,
  countChecks,
  isSourceTrained,
  isTraining,
  selectAgentToAsk,
  selectPendingRun,
  selectWhenDue,
} from './queries.ts'
import { costsCredits, skipRun, startRun } from './start-run.ts'

const SETTLED_SECONDS = 60 // checks run once the agent's knowledge has stayed unchanged for this long

/**
 * After a source was trained or deleted, schedules a run of the agent's checks for when its knowledge has stayed
 * unchanged for a minute. One job does the waiting, however many sources are trained meanwhile.
 */
export const checksEventListener: EventListener = async (deps, tx, { event }) => {
  const { type, agent_id, source_id } = event
  if ((type !== 'source.updated' && type !== 'source.deleted') || !agent_id || !source_id) return
  if (type === 'source.updated' && !(await isSourceTrained(tx, source_id))) return
  const found = await selectWhenDue(tx, agent_id)
  if (!found) return // the agent has no checks, or they run on demand only
  await changeDue(tx, agent_id, deps.now() + SETTLED_SECONDS * 1000)
  if (found.checks_due_at === null)
    await deps.jobs.send(tx, checksDueJob, { agentId: agent_id }, { delaySeconds: SETTLED_SECONDS })
}

/**
 * Starts the run that is due, or queues another look if the knowledge has changed again or training or another run goes
 * on. A run that would cost credits is stored as skipped instead. None starts if the agent has no checks any more, or
 * they run on demand only.
 */
export async function startDueRun(deps: Dependencies, agentId: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agentId)
    const agent = await selectAgentToAsk(tx, agentId)
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
    if (costsCredits(deps, agent)) await skipRun(deps, tx, agent, total)
    else await startRun(deps, tx, agent, { trigger: 'training', total, credits: 0 })
  })
}

/** Forgets a due run that could not be started, so that the next training schedules another. */
export const giveUpDueRun = (deps: Dependencies, agentId: string): Promise<void> =>
  deps.database.transaction((tx) => changeDue(tx, agentId, null))
