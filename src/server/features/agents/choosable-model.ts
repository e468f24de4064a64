import type { AiModel } from '../../adapters/models/catalogue.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, invalid } from '../../errors.ts'

/**
 * The model by id, if the organization's plan allows an agent to use it.
 * @throws AppError 422 on `field` if it does not exist, 422 `premium_plan_required` if the plan excludes it
 */
export function choosableModel(
  ctx: Context,
  organization: Pick<Row<'organizations'>, 'plan'>,
  id: string,
  field: string,
): AiModel {
  const model = ctx.models.find(id)
  if (!model) throw invalid(field, 'names no AI model')
  if (model.is_premium && organization.plan !== 'premium')
    throw new AppError('premium_plan_required', { message: `The model ${model.name} needs the premium plan.` })
  return model
}
