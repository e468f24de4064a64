import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { lockAgent } from '../agents/index.ts'
import { costsCredits } from '../evaluation/index.ts'
import { countChecks, selectPendingRun, selectResults, selectRun } from './queries.ts'
import { startRun } from './start-run.ts'

const LOOK_EVERY_MS = 200

/**
 * Runs an agent's checks and waits for the end, after that of another run in progress, of which `tellWaiting` is told
 * once. Some process must be running `checkRunJobs`.
 * @param agreed the number of credits that the caller agrees to spend
 * @throws Error with a message for the operator if there is no such agent, it has no checks, or the run costs another
 * number of credits than `agreed`; AppError 422 `subscription_limit_exceeded` if too few credits are left
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
    const agent = await lockAgent(tx, agentId)
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
