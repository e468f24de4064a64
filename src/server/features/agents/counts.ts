import { addToCounter, readCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { AgentFilter } from './queries.ts'

type Counted = Pick<Row<'agents'>, 'organization_id' | 'is_disabled' | 'model_id'>

const nameOf = (agent: Counted) => `agents:${agent.is_disabled ? 'disabled' : 'active'}:${agent.model_id}`

/**
 * Counts an agent that was created (1) or deleted (-1); for a change, call it for the old row, then for the new one.
 */
export function countAgent(tx: Tx, agent: Counted, delta: 1 | -1): Promise<void> {
  return addToCounter(tx, agent.organization_id, nameOf(agent), delta)
}

export async function totalAgents(db: Db, organizationId: string, filter: AgentFilter): Promise<number> {
  const counters = await readCounters(db, organizationId)
  let total = 0
  for (const [name, value] of Object.entries(counters)) {
    const [kind, status, modelId] = name.split(':')
    if (kind !== 'agents') continue
    if (filter.status && filter.status !== status) continue
    if (filter.id && filter.id !== modelId) continue
    total += value
  }
  return total
}
