import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { countChecks, selectAgentToAsk, selectPendingRun, selectResults, selectRun } from './queries.ts'
import { costsCredits, startRun } from './start-run.ts'

/**
 * Queues a run for the command line.
 * @throws Error with a sentence when there is no such agent, a run is in progress, or the credits are not agreed to
 */
export function startCommandRun(deps: Dependencies, agentId: string, agreed: number): Promise<string> {
  return deps.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agentId)
    const agent = await selectAgentToAsk(tx, agentId)
    if (!agent) throw new Error(`There is no agent ${agentId}.`)
    if (await selectPendingRun(tx, agentId)) throw new Error('A run of these checks is in progress. Wait for its end.')
    const total = await countChecks(tx, agentId)
    const credits = costsCredits(deps, agent) ? total : 0
    if (agreed !== credits)
      throw new Error(`This run costs ${credits} credits with the agent's model: agree with --credits ${credits}.`)
    return (await startRun(deps, tx, agent, { trigger: 'command', total, credits })).id
  })
}

/** A run with its results once it has ended; undefined until then. */
export async function endedRun({ database: { read } }: Dependencies, runId: string) {
  const run = await selectRun(read, runId)
  if (!run || run.status === 'pending') return undefined
  return { run, results: await selectResults(read, runId) }
}
