import type { CheckRunTrigger } from '#contract/enums.ts'
import type { Dependencies, PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { LocatedAgent, VerbInput } from '../../http/binding.ts'
import { quotaPeriod, takeQuota } from '../organizations/index.ts'
import { checkRunJob, providerCheckRunJob } from './jobs.ts'
import { presentRun } from './presenter.ts'
import { countChecks, deleteSkippedRuns, insertRun, pruneRuns, selectPendingRun } from './queries.ts'

type Agent = Row<'agents'> & Pick<LocatedAgent, 'plan'>

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

/** Whether each check that the agent is asked costs a credit: only if a model of a provider answers. */
export const costsCredits = ({ models }: Dependencies, { model_id }: Row<'agents'>): boolean =>
  models.asksProvider(model_id)

/**
 * The credits that so many questions cost.
 * @param what names what costs them
 * @throws AppError 422 on `credits` unless so many were agreed to; undefined agrees to none
 */
export function agreedCredits(
  deps: Dependencies,
  agent: Row<'agents'>,
  questions: number,
  agreed: number | undefined,
  what: string,
): number {
  const credits = costsCredits(deps, agent) ? questions : 0
  if ((agreed ?? 0) !== credits)
    throw invalid('credits', `must be ${credits}, which is what ${what} costs with the agent's model`)
  return credits
}

/**
 * Stores a run, takes its credits and queues its job, within a transaction that has locked the agent.
 * @throws AppError 422 `subscription_limit_exceeded` if too few credits are left
 */
export async function startRun(
  deps: Dependencies,
  tx: Tx,
  agent: Agent,
  { trigger, total, credits }: { trigger: CheckRunTrigger; total: number; credits: number },
): Promise<Row<'check_runs'>> {
  const { id: agentId, organization_id } = agent
  await takeQuota(deps, tx, { id: organization_id, plan: agent.plan }, 'message_credits', credits)
  const period = credits > 0 ? quotaPeriod('message_credits', deps.now()) : null
  const row = { ...newRun(deps, agent, trigger, total), credits, credit_period: period }
  await insertRun(tx, row)
  await deps.jobs.send(tx, credits > 0 ? providerCheckRunJob : checkRunJob, { runId: row.id, agentId })
  await emit(deps, tx, organization_id, { type: 'check_run.updated', agent_id: agentId, run_id: row.id })
  return row
}

/**
 * Stores a skipped run: the checks were not asked, because that would have cost credits and nobody was there to agree.
 * It replaces earlier skipped runs, so that these do not push real runs out of the limited number that is kept.
 */
export async function skipRun(deps: Dependencies, tx: Tx, agent: Agent, total: number): Promise<void> {
  const { id: agentId, organization_id } = agent
  const row = { ...newRun(deps, agent, 'training', total), status: 'skipped' as const, ended_at: deps.now() }
  await deleteSkippedRuns(tx, agentId)
  await insertRun(tx, row)
  await pruneRuns(tx, agentId)
  await emit(deps, tx, organization_id, { type: 'check_run.updated', agent_id: agentId, run_id: row.id })
}

const newRun = (
  deps: Dependencies,
  { id, model_id }: Agent,
  trigger: CheckRunTrigger,
  total: number,
): Row<'check_runs'> => ({
  ...{ id: newId(), agent_id: id, status: 'pending', trigger_name: trigger, model_id, credits: 0, credit_period: null },
  ...{ total, asked: 0, passed: 0, failed: 0, broke: 0, mended: 0, created_at: deps.now(), ended_at: null },
})
