import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { asksProvider } from '../evaluation/index.ts'
import { proveJob, providerProveJob } from './jobs.ts'

export function sendProof(
  deps: Dependencies,
  tx: Tx,
  {
    id,
    round,
    agent_id,
    credit_period,
    model_id,
  }: Pick<Row<'proofs'>, 'id' | 'round' | 'agent_id' | 'credit_period' | 'model_id'>,
): Promise<void> {
  const definition = credit_period === null && !asksProvider(deps, { model_id }) ? proveJob : providerProveJob
  return deps.jobs.send(tx, definition, { proofId: id, round, agentId: agent_id })
}

export const tellProof = (
  deps: Dependencies,
  tx: Tx,
  { id, organization_id }: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  proofId: string,
): Promise<void> => emit(deps, tx, organization_id, { type: 'proof.updated', agent_id: id, proof_id: proofId })
