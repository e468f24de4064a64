import type { EventListener } from '../../context.ts'
import { giveBackCredits } from '../evaluation/index.ts'
import { totalGaps } from '../gaps/index.ts'
import { askAgainJob } from './jobs.ts'
import { changeProof, isTrainingOver, selectUnended, selectWaiting } from './queries.ts'
import { sendProof } from './send-proof.ts'

/**
 * Continues proofs whose source was trained or deleted, and ends those of a deleted agent. Has open gaps asked again after
 * a training.
 */
export const proofEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  const { type, agent_id, source_id } = event
  if (type === 'agent.deleted' && agent_id)
    for (const proof of await selectUnended(tx, agent_id)) {
      const credits = await giveBackCredits(tx, { organization_id: organizationId }, proof)
      await changeProof(tx, proof.id, { step: 'failed', problem: 'The agent was deleted.', ...credits })
    }
  if ((type !== 'source.updated' && type !== 'source.deleted') || !source_id) return
  if (type === 'source.updated' && agent_id && (await isTrainingOver(tx, source_id)))
    if ((await totalGaps(tx, agent_id, 'open')) > 0) await deps.jobs.send(tx, askAgainJob, { agentId: agent_id })
  for (const { status, ...proof } of await selectWaiting(tx, source_id))
    if (status !== 'pending' && status !== 'processing') await sendProof(deps, tx, proof)
}
