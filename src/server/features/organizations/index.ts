import type { Role } from '#contract/roles.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { askingUserId, assertMay } from './permissions.ts'
import { insertMembership, insertOrganization, selectOrganization, selectOrganizationFor } from './queries.ts'
import { isOpen, workingHoursOf } from './working-hours.ts'

export { freeHeldCredits, holdCredit } from './held-credits.ts'
export { holdPermission } from './hold-permission.ts'
export { ownSettingsOf, presentOwnSettings } from './own-settings.ts'
export { askingUserId, assertMay } from './permissions.ts'
export { pruneUsage } from './prune-usage.ts'
export {
  firstOrganization,
  holdSession,
  insertMembership,
  isAnybodyAvailable,
  selectOrganizationsOf as organizationsOf,
  selectUsage as usageOf,
} from './queries.ts'
export { quotaPeriod, returnQuota, takeQuota, takeQuotaIfLeft } from './quotas.ts'
export { instantAt, offsetAt, type Span, spansOfOneOffset } from './time-zone.ts'
export { changeWishes, isHeldBack, wishesOf } from './wishes.ts'
export { isOpen, whenOpen, whenWorked, workingHoursOf, workingTimeBetween } from './working-hours.ts'

/**
 * The organization by id, with the asking person's role in it.
 * @throws AppError 404 if there is none; 403 unless the asking person's role there allows the route
 */
export async function findOrganization(ctx: Context, id: string): Promise<LocatedOrganization> {
  const row = orNotFound(await selectOrganizationFor(ctx.database.read, id, askingUserId(ctx)))
  assertMay(ctx, row.id, row)
  return row
}

/** Whether `instant` (in milliseconds) is within the working hours of the team that an agent belongs to. */
export async function isTeamAtWork(db: Db, agent: { organization_id: string }, instant: number): Promise<boolean> {
  const organization = await organizationOf(db, agent)
  return isOpen(workingHoursOf(organization), organization.time_zone, instant)
}

/** A person's present role in an organization; null if they are not a member. */
export async function roleIn(db: Db, organizationId: string, userId: string): Promise<Role | null> {
  return (await selectOrganizationFor(db, organizationId, userId))?.role ?? null
}

/**
 * The organization that an agent belongs to, and whose quotas it uses.
 * @throws AppError 404 if there is none
 */
export async function organizationOf(db: Db, agent: { organization_id: string }): Promise<Row<'organizations'>> {
  return orNotFound(await selectOrganization(db, agent.organization_id))
}

/**
 * Creates an organization. Whoever runs the server decides about payment, so it gets the premium plan, whose quotas are
 * the largest unless `PLAN_QUOTAS` says otherwise.
 */
export async function createOrganization(ctx: Context, tx: Tx, name: string, ownerId: string): Promise<void> {
  const now = ctx.now()
  const id = newId()
  await insertOrganization(tx, { id, name, plan: 'premium', created_at: now, updated_at: now })
  await insertMembership(tx, {
    organization_id: id,
    user_id: ownerId,
    role: 'owner',
    joined_at: now,
    last_seen_at: null,
  })
}

/** The plan of an organization. */
export const planOf = async (db: Db, id: string): Promise<Row<'organizations'>['plan']> =>
  (await selectOrganization(db, id))?.plan ?? 'free'
