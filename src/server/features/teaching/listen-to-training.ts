import type { EventListener } from '../../context.ts'
import { giveBackCredits } from '../evaluation/index.ts'
import { changeProof, selectUnended, selectWaiting } from './queries.ts'
import { sendProof } from './send-proof.ts'

/** Continues proofs whose source was trained or deleted, and ends those of a deleted agent. */
export const proofEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  const { type, agent_id, source_id } = event
  if (type === 'agent.deleted' && agent_id)
    for (const proof of await selectUnended(tx, agent_id)) {
      const credits = await giveBackCredits(tx, { organization_id: organizationId }, proof)
      await changeProof(tx, proof.id, { step: 'failed', problem: 'The agent was deleted.', ...credits })
    }
  if ((type !== 'source.updated' && type !== 'source.deleted') || !source_id) return
  for (const { status, ...proof } of await selectWaiting(tx, source_id))
    if (status !== 'pending' && status !== 'processing') await sendProof(deps, tx, proof)
}
