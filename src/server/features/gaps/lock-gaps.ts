import { lockName } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'

/** Lets only one transaction at a time change an agent's gaps, so that two questions that ask the same share a gap. */
export const lockGaps = (tx: Tx, agentId: string): Promise<void> => lockName(tx, `gaps ${agentId}`)
