import type { EventListener } from '../../context.ts'
import { returnQuota } from '../organizations/index.ts'
import { purgeJob } from './jobs.ts'
import { kinds } from './kinds.ts'
import { sumSizes } from './queries.ts'

/** Frees a deleted agent's quotas, and queues the job that removes its chunks, versions and files. */
export const sourceEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  if (event.type !== 'agent.deleted' || !event.agent_id) return
  for (const { type, size } of await sumSizes(tx, event.agent_id))
    await returnQuota(tx, organizationId, kinds[type].quota, Number(size))
  await deps.jobs.send(tx, purgeJob, { agentId: event.agent_id })
}
