import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { presentOrganization } from './presenter.ts'
import { changeOrganization, selectOrganization } from './queries.ts'

/** Renames an organization or changes its plan. The two are separate entries of the audit log. */
export async function updateOrganization(
  ctx: Context,
  { organization, body }: VerbInput<'updateOrganization'>,
): Promise<Data<'updateOrganization'>> {
  const { id } = organization
  const changed = await ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'organizations', id)
    const before = await selectOrganization(tx, id)
    if (!before) throw new AppError('resource_not_found')
    const after = { ...before, ...body, updated_at: ctx.now() }
    await changeOrganization(tx, id, { ...body, updated_at: after.updated_at })
    if (before.plan !== after.plan)
      await recordAudit(ctx, tx, {
        organizationId: id,
        action: 'plan.changed',
        target: { type: 'plan', id, name: after.plan },
      })
    if (isChanged(before, { ...body, plan: before.plan }))
      await recordAudit(ctx, tx, {
        organizationId: id,
        action: 'organization.changed',
        target: { type: 'organization', id, name: after.name },
      })
    return after
  })
  return presentOrganization(ctx, changed)
}

const isChanged = (before: Row<'organizations'>, changes: Partial<Row<'organizations'>>) =>
  (Object.keys(changes) as (keyof typeof changes)[]).some((column) => before[column] !== changes[column])
