import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { insertOrganization, selectOrganization, selectOrganizationsOf } from './queries.ts'

export { selectUsage as usageOf } from './queries.ts'
export { quotaPeriod, returnQuota, takeQuota } from './quotas.ts'

/**
 * The organization by id.
 * @throws AppError 404 if there is none, 403 if the caller doesn't own it
 */
export async function findOrganization(ctx: Context, id: string): Promise<Row<'organizations'>> {
  const row = await selectOrganization(ctx.database.read, id)
  if (!row) throw new AppError('resource_not_found')
  assertOwner(ctx, row)
  return row
}

/**
 * Checks that the caller owns the organization; jobs always may.
 * @throws AppError 403
 */
export function assertOwner(ctx: Context, organization: { owner_id: string }): void {
  if (ctx.actor.kind === 'system') return
  if (ctx.actor.kind === 'anonymous' || ctx.actor.userId !== organization.owner_id) throw new AppError('forbidden')
}

/** The organizations that a user owns. */
export function organizationsOf(db: Db, userId: string): Promise<Row<'organizations'>[]> {
  return selectOrganizationsOf(db, userId)
}

/**
 * The organization of an agent, whose quotas the agent uses.
 * @throws AppError 404
 */
export async function organizationOf(db: Db, agent: { organization_id: string }): Promise<Row<'organizations'>> {
  const row = await selectOrganization(db, agent.organization_id)
  if (!row) throw new AppError('resource_not_found')
  return row
}

/**
 * Creates an organization and returns its id. It gets the premium plan, because the operator of a server decides what
 * is paid for.
 */
export async function createOrganization(
  ctx: Context,
  tx: Tx,
  input: { name: string; ownerId: string },
): Promise<string> {
  const now = ctx.now()
  const id = newId()
  await insertOrganization(tx, {
    id,
    owner_id: input.ownerId,
    name: input.name,
    plan: 'premium',
    created_at: now,
    updated_at: now,
  })
  return id
}
