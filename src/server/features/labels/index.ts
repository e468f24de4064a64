import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { selectLabel } from './queries.ts'

export { presentLabel } from './presenter.ts'
export { selectLabels } from './queries.ts'

/** @throws AppError 404 */
export async function findLabel(ctx: Context, organization: Row<'organizations'>, id: string): Promise<Row<'labels'>> {
  return orNotFound(await selectLabel(ctx.database.read, organization.id, id))
}
