import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { toVector } from '../../knowledge/pack.ts'
import { createNearest, type Nearest } from './nearest.ts'
import { selectCompared } from './queries.ts'

/**
 * How many gaps of an agent are loaded to compare a question with, those changed last. They are loaded again once there
 * are a quarter more, since comparing with many would take too long per question.
 */
const COMPARED_MAXIMUM = 20_000
const AGENTS_MAXIMUM = 8 // agents whose gaps are kept in memory, up to about 15 MB each

const PUT_AT_ONCE = 100 // gaps loaded before the event loop gets its turn, in about 10 ms

interface Known {
  nearest: Nearest
  version: number
}

/** Keeps the gaps of a few agents in memory: of those that last left a question unanswered. */
export function createKnownGaps() {
  const byAgent = new Map<string, Known>() // the agent whose gaps were used last comes last
  return {
    /** The agent's gaps, brought up to date by versions. Deleted ones may still be among them. */
    async of(db: Db, agentId: string, model: string): Promise<Nearest> {
      const found = byAgent.get(agentId)
      const known =
        found && found.nearest.size < COMPARED_MAXIMUM * 1.25 ? found : { nearest: createNearest(), version: 0 }
      const rows = await selectCompared(db, { agentId, model, after: known.version }, COMPARED_MAXIMUM)
      for (const [at, { id, sum, trust, text }] of rows.entries()) {
        known.nearest.put({ id, vector: toVector(sum), trust, text })
        // Only a full reload may pause here: nobody else can see its gaps before it is complete.
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
