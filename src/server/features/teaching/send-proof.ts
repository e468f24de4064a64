import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { proveJob, providerProveJob } from './jobs.ts'

export function sendProof(
  { jobs }: Dependencies,
  tx: Tx,
  { id, round, agent_id, credit_period }: Pick<Row<'proofs'>, 'id' | 'round' | 'agent_id' | 'credit_period'>,
): Promise<void> {
  const definition = credit_period === null ? proveJob : providerProveJob
  return jobs.send(tx, definition, { proofId: id, round, agentId: agent_id })
}

export const tellProof = (
  deps: Dependencies,
  tx: Tx,
  { id, organization_id }: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  proofId: string,
): Promise<void> => emit(deps, tx, organization_id, { type: 'proof.updated', agent_id: id, proof_id: proofId })
