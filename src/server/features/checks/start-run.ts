import type { CheckRunTrigger } from '#contract/enums.ts'
import type { Dependencies, PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { agreedCredits, asksProvider, takeCredits } from '../evaluation/index.ts'
import { checkRunJob, providerCheckRunJob } from './jobs.ts'
import { presentRun } from './presenter.ts'
import { countChecks, deleteSkippedRuns, insertRun, pruneRuns, selectPendingRun } from './queries.ts'

/**
 * Queues a run of the agent's checks. A disabled agent is asked too, because replies to checks reach no visitor.
 * @throws AppError 409 `check_run_in_progress`; 422 on `credits` if another number than the run costs is agreed to; 422
 * `subscription_limit_exceeded` if too few credits are left
 */
export function createCheckRun(ctx: PostContext, { agent, body }: VerbInput<'createCheckRun'>) {
  return ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agent.id) // so that two requests can't both begin a run
    if (await selectPendingRun(tx, agent.id)) throw new AppError('check_run_in_progress')
    const total = await countChecks(tx, agent.id)
    const credits = agreedCredits(ctx, agent, total, body.credits, 'this run')
    return ctx.answer(tx, presentRun(await startRun(ctx, tx, agent, { trigger: 'manual', total, credits })))
  })
}

/** For a transaction that has locked the agent. @throws AppError 422 `subscription_limit_exceeded` */
export async function startRun(
  deps: Dependencies,
  tx: Tx,
  agent: Row<'agents'>,
  { trigger, total, credits }: { trigger: CheckRunTrigger; total: number; credits: number },
): Promise<Row<'check_runs'>> {
  const { id: agentId, organization_id } = agent
  const row = { ...newRun(deps, agent, trigger, total), ...(await takeCredits(deps, tx, agent, credits)) }
  await insertRun(tx, row)
  await deps.jobs.send(tx, credits > 0 || asksProvider(deps, agent) ? providerCheckRunJob : checkRunJob, {
    runId: row.id,
    agentId,
  })
  await emit(deps, tx, organization_id, { type: 'check_run.updated', agent_id: agentId, run_id: row.id })
  return row
}

/**
 * Stores that checks were not asked, as nobody agreed to pay a provider. Replaces earlier skipped runs, as few are kept.
 */
export async function skipRun(deps: Dependencies, tx: Tx, agent: Row<'agents'>, total: number): Promise<void> {
  const { id: agentId, organization_id } = agent
  const row = { ...newRun(deps, agent, 'training', total), status: 'skipped' as const, ended_at: deps.now() }
  await deleteSkippedRuns(tx, agentId)
  await insertRun(tx, row)
  await pruneRuns(tx, agentId)
  await emit(deps, tx, organization_id, { type: 'check_run.updated', agent_id: agentId, run_id: row.id })
}

const newRun = (
  deps: Dependencies,
  { id, model_id }: Row<'agents'>,
  trigger: CheckRunTrigger,
  total: number,
): Row<'check_runs'> => ({
  ...{ id: newId(), agent_id: id, status: 'pending', trigger_name: trigger, model_id, credits: 0, credit_period: null },
  ...{ total, asked: 0, passed: 0, failed: 0, broke: 0, mended: 0, created_at: deps.now(), ended_at: null },
})
