import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { organizationOf } from '../organizations/index.ts'
import { modelsWith } from '../own-models/index.ts'
import { changeAgentRow } from './change-agent-row.ts'
import { choosableModel, modelColumns } from './choosable-model.ts'
import { assertAvailable } from './index.ts'
import { presentAgent } from './presenter.ts'

/** A boolean as the database stores it; undefined if it is left out. */
export const flag = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? (1 as const) : (0 as const)

export const updateAgent: Verb<'updateAgent'> = async (ctx, input) => {
  const { name, description, human_intervention, only_human } = input.body
  const modelId = input.body.model_id ?? input.body.id
  const organization = await organizationOf(ctx.database.read, input.agent)
  const field = input.body.model_id ? 'model_id' : 'id'
  if (modelId) await choosableModel(ctx, { ...organization, organization_id: organization.id }, modelId, field)
  if ((human_intervention || only_human) && organization.plan !== 'premium')
    throw new AppError('premium_plan_required', { message: 'Human modes need the premium plan.' })

  const decide = (agent: Row<'agents'>, model: Partial<Pick<Row<'agents'>, 'model_id' | 'model_account_id'>>) => {
    const touchesRunning = modelId !== undefined || human_intervention !== undefined || only_human !== undefined
    if (touchesRunning) assertAvailable(agent)
    return {
      name,
      description,
      ...model,
      human_intervention: flag(human_intervention),
      only_human: flag(only_human),
    }
  }
  const row = await ctx.database.transaction(async (tx) => {
    const model = modelId ? await modelColumns(ctx, tx, organization.id, modelId, field) : {}
    return changeAgentRow(ctx, tx, input.agent.id, (agent) => decide(agent, model), 'agent.settings_changed')
  })
  return presentAgent(await modelsWith(ctx, row, row.model_id), row)
}
