import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { choosableModel } from './choosable-model.ts'
import { countAgent } from './counts.ts'
import { assertAvailable } from './index.ts'
import { presentAgent } from './presenter.ts'
import { changeAgent, lockAgent } from './queries.ts'

/** A boolean as the database stores it; undefined if it is left out. */
export const flag = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? (1 as const) : (0 as const)

export async function updateAgent(ctx: Context, input: VerbInput<'updateAgent'>): Promise<Data<'updateAgent'>> {
  const { name, description, human_intervention, only_human } = input.body
  const modelId = input.body.model_id ?? input.body.id
  const organization = await organizationOf(ctx.database.read, input.agent)
  if (modelId) choosableModel(ctx, organization, modelId, input.body.model_id ? 'model_id' : 'id')
  if ((human_intervention || only_human) && organization.plan !== 'premium')
    throw new AppError('premium_plan_required', { message: 'Human modes need the premium plan.' })

  const decide = (agent: Row<'agents'>) => {
    const touchesRunning = modelId !== undefined || human_intervention !== undefined || only_human !== undefined
    if (touchesRunning) assertAvailable(agent)
    return {
      name,
      description,
      model_id: modelId,
      human_intervention: flag(human_intervention),
      only_human: flag(only_human),
    }
  }
  const row = await ctx.database.transaction((tx) =>
    changeAgentRow(ctx, tx, input.agent.id, decide, 'agent.settings_changed'),
  )
  return presentAgent(ctx.models, row)
}

/**
 * Changes a locked agent, its totals and the audit log, and emits an event. `decide` gets the row and returns the
 * columns; if all are undefined, nothing is written, not even `updated_at`.
 * @throws AppError 404 if it is deleted; what `decide` throws
 */
export async function changeAgentRow(
  ctx: Context,
  tx: Tx,
  id: string,
  decide: (agent: Row<'agents'>) => RowChanges<'agents'>,
  action: 'agent.settings_changed' | 'identity_secret.created',
): Promise<Row<'agents'>> {
  const before = orNotFound(await lockAgent(tx, id))
  const changes = Object.fromEntries(Object.entries(decide(before)).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) return before
  const after: Row<'agents'> = { ...before, ...changes, updated_at: ctx.now() }
  await changeAgent(tx, id, { ...changes, updated_at: after.updated_at })
  if (before.is_disabled !== after.is_disabled || before.model_id !== after.model_id) {
    await countAgent(tx, before, -1)
    await countAgent(tx, after, 1)
  }
  const isOther = (Object.keys(changes) as (keyof Row<'agents'>)[]).some((column) => before[column] !== after[column])
  const target = { type: 'agent' as const, id, name: after.name }
  if (isOther) await recordAudit(ctx, tx, { organizationId: after.organization_id, action, target })
  await emit(ctx, tx, after.organization_id, { type: 'agent.updated', agent_id: id })
  return after
}
