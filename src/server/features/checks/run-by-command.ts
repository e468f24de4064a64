import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { countChecks, selectAgentToAsk, selectPendingRun, selectResults, selectRun } from './queries.ts'
import { costsCredits, startRun } from './start-run.ts'

const LOOK_EVERY_MS = 200

/**
 * Asks an agent its checks for the command line, and waits for the end. A run that is in progress ends before, such as
 * one that was interrupted. Some process must be running the jobs of checks.
 * @param tellWaiting called once if there is one to wait for
 * @throws Error with a sentence when there is no such agent, it has no checks, or the credits are not agreed to
 */
export async function runByCommand(deps: Dependencies, agentId: string, agreed: number, tellWaiting: () => void) {
  const { read } = deps.database
  let isTold = false
  let runId = await startUnlessPending(deps, agentId, agreed)
  for (; runId === undefined; runId = await startUnlessPending(deps, agentId, agreed)) {
    if (!isTold) tellWaiting()
    isTold = true
    await sleep(LOOK_EVERY_MS)
  }
  for (;;) {
    const run = await selectRun(read, runId)
    if (run && run.status !== 'pending') return { run, results: await selectResults(read, runId) }
    await sleep(LOOK_EVERY_MS)
  }
}

/** Queues a run. @returns its id; undefined while another one is in progress */
function startUnlessPending(deps: Dependencies, agentId: string, agreed: number): Promise<string | undefined> {
  return deps.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agentId)
    const agent = await selectAgentToAsk(tx, agentId)
    if (!agent) throw new Error(`There is no agent ${agentId}.`)
    const total = await countChecks(tx, agentId)
    if (total === 0) throw new Error(`The agent ${agentId} has no checks.`)
    const credits = costsCredits(deps, agent) ? total : 0
    if (agreed !== credits)
      throw new Error(`This run costs ${credits} credits with the agent's model: agree with --credits ${credits}.`)
    if (await selectPendingRun(tx, agentId)) return undefined
    return (await startRun(deps, tx, agent, { trigger: 'command', total, credits })).id
  })
}
