import { type WorkingHours, weekdays } from '#contract/working-hours.ts'
import { lockRow } from '../../db/lock.ts'
import { orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { presentOrganization } from './presenter.ts'
import { changeOrganization, selectOrganization } from './queries.ts'

/** Changes an organization. The audit log gets one entry for a change of plan, and another for all other changes. */
export const updateOrganization: Verb<'updateOrganization'> = async (ctx, { organization, body }) => {
  const { id } = organization
  const { working_hours: hours, responders_teach: teach, ...rest } = body
  const asked = {
    ...rest,
    ...(hours && { working_hours: stored(hours) }),
    ...(teach !== undefined && ({ responders_teach: teach ? 1 : 0 } as const)),
  }
  const changed = await ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'organizations', id)
    const before = orNotFound(await selectOrganization(tx, id))
    const now = ctx.now()
    // Today's nightly erasure counts as done, so that a mistyped number of days can be noticed before the coming night.
    const isRetained = body.retention_days !== undefined && body.retention_days !== before.retention_days
    const changes = { ...asked, ...(isRetained && { retention_ran_at: now }), updated_at: now }
    const after = { ...before, ...changes }
    await changeOrganization(tx, id, changes)
    if (before.plan !== after.plan)
      await recordAudit(ctx, tx, id, 'plan.changed', { type: 'plan', id, name: after.plan })
    const fields = changedFields(before, asked)
    const others = fields.filter((name) => name !== 'plan')
    const target = { type: 'organization' as const, id, name: after.name }
    if (others.length > 0) await recordAudit(ctx, tx, id, 'organization.changed', target, { fields: others })
    if (fields.length > 0) await emit(ctx, tx, id, { type: 'organization.updated' })
    return after
  })
  return presentOrganization(ctx, changed)
}

/** The hours in the order of the weekdays, so that equal ones are equal texts; null without any. */
function stored(hours: WorkingHours): string | null {
  const days = weekdays.flatMap((day) => (hours[day] ? [[day, hours[day]]] : []))
  return days.length === 0 ? null : JSON.stringify(Object.fromEntries(days))
}
