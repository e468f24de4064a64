import type { EventListener } from '../../context.ts'
import { selectWaiting } from './queries.ts'
import { sendProof } from './send-proof.ts'

/** Goes on with the proofs that wait for a source, once its training has come to an end or it was deleted. */
export const proofEventListener: EventListener = async (deps, tx, { event: { type, source_id } }) => {
  if ((type !== 'source.updated' && type !== 'source.deleted') || !source_id) return
  for (const { status, ...proof } of await selectWaiting(tx, source_id))
    if (status !== 'pending' && status !== 'processing') await sendProof(deps, tx, proof)
}
