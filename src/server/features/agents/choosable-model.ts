import type { AiModel } from '../../adapters/models/catalogue.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { holdModel, modelsWith } from '../own-models/index.ts'

/**
 * The model by id, if the organization has it and its plan allows an agent to use it.
 * @throws AppError 422 on `field` if it does not exist, 422 `premium_plan_required` if the plan excludes it
 */
export async function choosableModel(
  ctx: Context,
  organization: Pick<Row<'organizations'>, 'plan'> & Pick<Row<'agents'>, 'organization_id'>,
  id: string,
  field: string,
): Promise<AiModel> {
  const model = (await modelsWith(ctx, organization, id)).find(id)
  if (!model) throw invalid(field, 'names no AI model')
  if (model.is_premium && organization.plan !== 'premium')
    throw new AppError('premium_plan_required', { message: `The model ${model.name} needs the premium plan.` })
  return model
}

/**
 * What an agent keeps of its model, which is held until the transaction ends. Call it before the agent is locked.
 * @throws AppError 422 on `field` if the model has been deleted meanwhile
 */
export async function modelColumns(
  ctx: Context,
  tx: Tx,
  organizationId: string,
  id: string,
  field: string,
): Promise<Pick<Row<'agents'>, 'model_id' | 'model_account_id'>> {
  const account = await holdModel(ctx, tx, organizationId, id)
  if (account === undefined) throw invalid(field, 'names no AI model')
  return { model_id: id, model_account_id: account }
}
