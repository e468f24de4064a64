import { lockName } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'

/** Lets one transaction at a time change an organization's search index, so that none adds what another takes out. */
export const lockIndex = (tx: Tx, organizationId: string): Promise<void> => lockName(tx, `search ${organizationId}`)
