import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectLabel } from './queries.ts'

export { presentLabel } from './presenter.ts'
export { selectLabels } from './queries.ts'

/** @throws AppError 404 */
export const findLabel: Locator<'label'> = async (ctx, id, { organization }) =>
  orNotFound(await selectLabel(ctx.database.read, organization.id, id))
