import type { EventListener } from '../../context.ts'
import { proveJob } from './jobs.ts'
import { selectWaiting } from './queries.ts'

/** Goes on with the proofs that wait for a source, once its training has come to an end or it was deleted. */
export const proofEventListener: EventListener = async (deps, tx, { event: { type, source_id } }) => {
  if ((type !== 'source.updated' && type !== 'source.deleted') || !source_id) return
  for (const { id, round, status } of await selectWaiting(tx, source_id))
    if (status !== 'pending' && status !== 'processing') await deps.jobs.send(tx, proveJob, { proofId: id, round })
}
