import type { Role } from '#contract/roles.ts'
import { lockRow } from '../../db/lock.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** Lets one transaction at a time decide about an organization's members and invitations. */
export const lockMembers = (tx: Tx, organizationId: string) => lockRow(tx, 'organizations', organizationId)

function members(db: Db, organizationId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('memberships')
    .select(['users.name', 'users.email'])
    .where('memberships.organization_id', '=', organizationId)
}

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number]

/** Those who have been there longest first. */
export function selectMembers(db: Db, organizationId: string) {
  return members(db, organizationId).orderBy('joined_at').orderBy('user_id').execute()
}

export function selectMember(db: Db, organizationId: string, userId: string): Promise<MemberRow | undefined> {
  return members(db, organizationId).where('memberships.user_id', '=', userId).executeTakeFirst()
}

export async function hasMemberWithEmail(db: Db, organizationId: string, email: string): Promise<boolean> {
  return (await members(db, organizationId).where('users.email', '=', email).executeTakeFirst()) !== undefined
}

/** Somebody who owns the organization besides a person, if anybody does. */
export async function selectOtherOwner(tx: Tx, organizationId: string, userId: string): Promise<string | undefined> {
  const other = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .where('user_id', '!=', userId)
    .orderBy('joined_at')
    .limit(1)
    .executeTakeFirst()
  return other?.user_id
}

/** Has the version before, which knows one owner, know another in place of somebody who no longer is. */
export async function replaceFirstOwner(tx: Tx, organizationId: string, userId: string, otherId: string) {
  await tx
    .updateTable('organizations')
    .set({ owner_id: otherId })
    .where('id', '=', organizationId)
    .where('owner_id', '=', userId)
    .execute()
}

export async function insertMembership(tx: Tx, row: NewRow<'memberships'>): Promise<void> {
  await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute()
}

export async function changeRole(tx: Tx, { organization_id, user_id }: Row<'memberships'>, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteMembership(tx: Tx, { organization_id, user_id }: Row<'memberships'>): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute()
}
