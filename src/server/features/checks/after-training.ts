import type { EventListener } from '../../context.ts'
import { checksDueJob } from './jobs.ts'
import { changeDue, isTrainingOver, selectWhenDue } from './queries.ts'

export const SETTLED_SECONDS = 60

/** Schedules a run for when knowledge has stayed unchanged for a minute. One job waits, however much is trained. */
export const checksEventListener: EventListener = async (deps, tx, { event }) => {
  const { type, agent_id, source_id } = event
  if ((type !== 'source.updated' && type !== 'source.deleted') || !agent_id || !source_id) return
  if (type === 'source.updated' && !(await isTrainingOver(tx, source_id))) return
  const found = await selectWhenDue(tx, agent_id)
  if (!found) return // the agent has no checks, or they run on demand only
  await changeDue(tx, agent_id, deps.now() + SETTLED_SECONDS * 1000)
  if (found.checks_due_at === null)
    await deps.jobs.send(tx, checksDueJob, { agentId: agent_id }, { delaySeconds: SETTLED_SECONDS })
}
