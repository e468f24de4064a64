import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { toVector } from '../../knowledge/pack.ts'
import { createNearest, type Nearest } from './nearest.ts'
import { selectCompared } from './queries.ts'

/** The gaps of an agent that a question is compared with: those asked last. More would take a question's time. */
export const COMPARED_MAXIMUM = 20_000
const AGENTS_MAXIMUM = 8 // whose gaps are kept in memory, each up to about 15 MB

const PUT_AT_ONCE = 100 // gaps loaded before others get their turn, about 10 ms

interface Known {
  nearest: Nearest
  /** The version of the agent's gaps up to which they are known. */
  version: number
}

/** Keeps the gaps of the agents that were asked last in memory. */
export function createKnownGaps() {
  const byAgent = new Map<string, Known>() // the agent that was asked last comes last
  return {
    /** The agent's gaps as `db` has them. What others have changed since is read by its version. */
    async of(db: Db, agentId: string, model: string): Promise<Nearest> {
      const found = byAgent.get(agentId)
      const known =
        found && found.nearest.size < COMPARED_MAXIMUM * 1.25 ? found : { nearest: createNearest(), version: 0 }
      const rows = await selectCompared(db, { agentId, model, after: known.version }, COMPARED_MAXIMUM)
      for (const [at, { id, sum, trust, content, search_query }] of rows.entries()) {
        known.nearest.put({ id, vector: toVector(sum), trust, text: search_query ?? content })
        // What is being reloaded is handed out only once it is complete.
        if (known !== found && at % PUT_AT_ONCE === PUT_AT_ONCE - 1) await yieldToEventLoop()
      }
      known.version = rows[0]?.version ?? known.version
      byAgent.delete(agentId)
      byAgent.set(agentId, known)
      for (const oldest of byAgent.keys()) {
        if (byAgent.size <= AGENTS_MAXIMUM) break
        byAgent.delete(oldest)
      }
      return known.nearest
    },
  }
}
