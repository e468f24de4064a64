import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import { selectAgentOfPast } from '../agents/index.ts'
import { alertOfBrokenChecks } from '../alerts/index.ts'
import { historyOfQuestion } from '../conversations/index.ts'
import { afterPaying, asksProvider, type Evaluation, evaluate, giveBackCredits, judge } from '../evaluation/index.ts'
import { checkRunJob, providerCheckRunJob } from './jobs.ts'
import {
  changeRun,
  insertResults,
  pruneRuns,
  selectChecksById,
  selectChecksLeft,
  selectResults,
  selectRun,
  selectRunBefore,
  selectRunToChange,
} from './queries.ts'
import { totalsOf } from './totals.ts'

/** Asks an agent the checks of a run, and compares the results with those of the previous finished run. */
const checking = (definition: typeof checkRunJob) =>
  handler(definition, (deps) => ({
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
  }))

export const checkRunHandler = checking(checkRunJob)
export const providerCheckRunHandler = checking(providerCheckRunJob)

/** Asks the checks without a result in the run, but none made after the run. @returns whether all were asked */
async function askAll(deps: Dependencies, run: Row<'check_runs'>, signal: AbortSignal): Promise<boolean> {
  const before = await verdictsBefore(deps, run)
  const evaluation: Evaluation<Row<'checks'>, Row<'check_results'>> = {
    agentId: run.agent_id,
    isPaid: run.credit_period !== null || asksProvider(deps, run),
    next: (limit) => selectChecksLeft(deps.database.read, run, limit),
    async answer(check, ask, agent) {
      const { given, trace } = await ask(historyOfQuestion(check.question), { modelId: run.model_id })
      const { verdict, problems } = judge(check, given)
      const last = before.get(check.id)
      return {
        ...{ run_id: run.id, check_id: check.id, question: check.question, is_muted: check.is_muted, verdict },
        verdict_before: last && check.updated_at <= last.since ? last.verdict : null,
        problems: JSON.stringify(problems),
        ...{ ...given, citations: JSON.stringify(given.citations), model: trace.model },
        ...{ knowledge_version: agent.knowledge_version, latency_ms: trace.latency_ms, created_at: deps.now() },
      }
    },
    stored: {
      async store(tx, results, paid) {
        const current = await selectRunToChange(tx, run.id)
        if (current?.status !== 'pending') return false
        await changeRun(tx, run.id, { ...afterPaying(current, paid), asked: current.asked + results.length })
        // Some checks may have been deleted while they were asked.
        const ids = results.map(({ check_id }) => check_id)
        const kept = new Set((await selectChecksById(tx, run.agent_id, ids)).map(({ id }) => id))
        await insertResults(
          tx,
          results.filter(({ check_id }) => kept.has(check_id)),
        )
        return true
      },
      tell: (tx, agent) =>
        emit(deps, tx, agent.organization_id, { type: 'check_run.updated', agent_id: agent.id, run_id: run.id }),
    },
  }
  return evaluate(deps, evaluation, signal)
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
  await giveBackCredits(tx, agent, run)
  if (agent.deleted_at !== null) return
  await emit(deps, tx, agent.organization_id, {
    ...{ type: 'check_run.completed', agent_id: agent.id, run_id: runId, broke: totals.broke },
  })
  if (totals.broke > 0) await alertOfBrokenChecks(deps, tx, agent, { runId, broke: totals.broke })
}
