import type { Dependencies } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { inParallel } from '../../in-parallel.ts'
import type { JobDefinition, JobHandler } from '../../platform/platform.ts'
import { selectAgentOfPast } from '../agents/index.ts'
import { alertOfBrokenChecks } from '../alerts/index.ts'
import { returnQuota } from '../organizations/index.ts'
import { askCheck } from './ask-check.ts'
import { totalsOf, type Verdict } from './compare.ts'
import { type CheckRunPayload, checkRunJob, providerCheckRunJob } from './jobs.ts'
import {
  changeRun,
  insertResults,
  pruneRuns,
  selectAgentToAsk,
  selectChecks,
  selectChecksById,
  selectResults,
  selectRun,
  selectRunBefore,
  selectRunToChange,
} from './queries.ts'

const TOLD_EVERY_MS = 1_000
const AT_ONCE = 8 // checks whose results are stored together
const IN_FLIGHT = 2 // so that the passages of one check are read from the database while those of another are ranked

export const checkRunHandler = (deps: Dependencies) => handlerOf(deps, checkRunJob)
export const providerCheckRunHandler = (deps: Dependencies) => handlerOf(deps, providerCheckRunJob)

/** Asks an agent the checks of a run, and compares the results with those of the previous finished run. */
function handlerOf(deps: Dependencies, definition: JobDefinition<CheckRunPayload>): JobHandler<CheckRunPayload> {
  return {
    definition,
    async run({ runId }, { signal }) {
      const run = await selectRun(deps.database.read, runId)
      if (run?.status !== 'pending') return
      const isAsked = await askAll(deps, run, signal)
      await deps.database.transaction((tx) => endRun(deps, tx, runId, isAsked ? 'done' : 'failed'))
    },
    async failed({ runId }, error) {
      deps.log.error({ err: error, run: runId }, "an agent's checks could not be asked")
      await deps.database.transaction((tx) => endRun(deps, tx, runId, 'failed'))
    },
  }
}

/**
 * Asks the checks that the run has no result for yet, but none that was made after the run.
 * @returns false if the agent has been deleted meanwhile
 */
async function askAll(deps: Dependencies, run: Row<'check_runs'>, signal: AbortSignal): Promise<boolean> {
  const { read } = deps.database
  const asked = new Set((await selectResults(read, run.id)).map(({ check_id }) => check_id))
  const left = (await selectChecks(read, run.agent_id)).filter(({ id }) => id <= run.id && !asked.has(id))
  const before = await verdictsBefore(deps, run)
  let toldAt = Number.NEGATIVE_INFINITY
  // A result that a provider was paid for is stored at once, so that another attempt does not pay for it again.
  const atOnce = run.credit_period === null ? AT_ONCE : 1
  for (const batch of batches(left, atOnce)) {
    const ids = batch.map(({ id }) => id)
    const agent = await selectAgentToAsk(read, run.agent_id)
    if (!agent) return false
    const checks = await selectChecksById(read, run.agent_id, ids)
    const results = await inParallel(checks, IN_FLIGHT, (check) => {
      signal.throwIfAborted()
      return resultOf(deps, agent, run, check, before, signal)
    })
    const isDue = performance.now() - toldAt > TOLD_EVERY_MS
    if (isDue) toldAt = performance.now()
    for (const { check_id } of results) asked.add(check_id)
    const paid = results.filter(({ model }) => model !== deps.models.defaultModel.slug).length
    await deps.database.transaction(async (tx) => {
      const current = await selectRunToChange(tx, run.id)
      if (current?.status !== 'pending') return
      if (paid > 0) await changeRun(tx, run.id, { credits: Math.max(0, current.credits - paid) })
      // Some checks may have been deleted while they were asked.
      const kept = new Set((await selectChecksById(tx, run.agent_id, ids)).map(({ id }) => id))
      await insertResults(
        tx,
        results.filter(({ check_id }) => kept.has(check_id)),
      )
      if (!isDue) return
      await changeRun(tx, run.id, { asked: asked.size })
      await emit(deps, tx, agent.organization_id, { type: 'check_run.updated', agent_id: agent.id, run_id: run.id })
    })
  }
  return true
}

async function resultOf(
  deps: Dependencies,
  agent: Row<'agents'>,
  run: Row<'check_runs'>,
  check: Row<'checks'>,
  before: ReadonlyMap<string, { verdict: Verdict; since: number }>,
  signal: AbortSignal,
): Promise<Row<'check_results'>> {
  const options = { modelId: run.model_id, signal }
  const { reply, trace, verdict, problems } = await askCheck(deps, agent, check, options)
  const last = before.get(check.id)
  return {
    ...{ run_id: run.id, check_id: check.id, question: check.question, is_muted: check.is_muted, verdict },
    verdict_before: last && check.updated_at <= last.since ? last.verdict : null,
    problems: JSON.stringify(problems),
    ...{ decision: trace.decision, reply, citations: JSON.stringify(trace.citations), model: trace.model },
    ...{ knowledge_version: agent.knowledge_version, latency_ms: trace.latency_ms, created_at: deps.now() },
  }
}

/** The verdict on each check in the newest finished run before this one, and when the check was asked. */
async function verdictsBefore({ database: { read } }: Dependencies, run: Row<'check_runs'>) {
  const last = await selectRunBefore(read, run)
  const results = last ? await selectResults(read, last.id) : []
  return new Map(results.map(({ check_id, verdict, created_at }) => [check_id, { verdict, since: created_at }]))
}

/**
 * Ends a run: stores its totals, deletes old runs and returns unspent credits. Unless the agent is deleted, it emits an
 * event, and has owners and admins mailed if checks broke.
 */
async function endRun(deps: Dependencies, tx: Tx, runId: string, status: 'done' | 'failed'): Promise<void> {
  const run = await selectRunToChange(tx, runId)
  if (run?.status !== 'pending') return
  const results = await selectResults(tx, runId)
  const totals = totalsOf(results)
  await changeRun(tx, runId, { ...totals, status, asked: results.length, ended_at: deps.now() })
  await pruneRuns(tx, run.agent_id)
  const agent = await selectAgentOfPast(tx, run.agent_id)
  if (!agent) return
  if (run.credit_period !== null)
    await returnQuota(tx, agent.organization_id, 'message_credits', run.credits, run.credit_period)
  if (agent.deleted_at !== null) return
  await emit(deps, tx, agent.organization_id, {
    ...{ type: 'check_run.completed', agent_id: agent.id, run_id: runId, broke: totals.broke },
  })
  if (totals.broke > 0) await alertOfBrokenChecks(deps, tx, agent.organization_id, runId)
}
