import type { Role } from '#contract/roles.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { forUpdate, lockRow } from '../../db/lock.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import { removeRows, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertInvitation, change: changeInvitation } = rowsOf('invitations')

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

export function selectMembers(db: Db, organizationId: string) {
  return members(db, organizationId).orderBy('joined_at').orderBy('user_id').execute()
}

export function selectMember(db: Db, organizationId: string, userId: string): Promise<MemberRow | undefined> {
  return members(db, organizationId).where('memberships.user_id', '=', userId).executeTakeFirst()
}

/** A member's name, whose membership is locked until the transaction ends; undefined if they are none. */
export async function holdMember(tx: Tx, organizationId: string, userId: string): Promise<string | undefined> {
  const member = tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.user_id', '=', userId)
  return (await (hasRowLocks(tx) ? member.forKeyShare('memberships') : member).executeTakeFirst())?.name
}

export async function isMember(db: Db, organizationId: string, userId: string): Promise<boolean> {
  return (await selectMember(db, organizationId, userId)) !== undefined
}

export async function hasMemberWithEmail(db: Db, organizationId: string, email: string): Promise<boolean> {
  return (await members(db, organizationId).where('users.email', '=', email).executeTakeFirst()) !== undefined
}

/** Whether the organization has an owner other than `userId`. */
export async function hasOtherOwner(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** A membership, locked until the transaction ends; undefined if there is none. */
export function lockMembership(tx: Tx, organizationId: string, userId: string) {
  const query = tx
    .selectFrom('memberships')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
  return forUpdate(tx, query).executeTakeFirst()
}

/** Changes a member's role or own settings. @returns the changed row; undefined if they are no longer a member */
export function changeMembership(
  tx: Tx,
  organizationId: string,
  userId: string,
  changes: RowChanges<'memberships'>,
): Promise<Row<'memberships'> | undefined> {
  return tx
    .updateTable('memberships')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteMembership(tx: Tx, { organization_id, user_id }: Row<'memberships'>): Promise<void> {
  await removeRows(tx, 'memberships', { organization_id, user_id })
}

/** An organization's invitations that have neither ended nor expired, the latest first. */
export function selectInvitations(db: Db, organizationId: string, now: number): Promise<Row<'invitations'>[]> {
  return live(db, now)
    .selectAll('invitations')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function selectInvitation(db: Db, organizationId: string, id: string, now: number) {
  return live(db, now)
    .selectAll('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The invitation of an address that has neither ended nor expired. */
export function selectInvitationTo(db: Db, organizationId: string, email: string, now: number) {
  return live(db, now)
    .selectAll('invitations')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** The valid invitation of a token, with the names of the organization and the inviter. */
export function selectInvitationByHash(db: Db, tokenHash: string, now: number) {
  return withNames(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** An invitation that is still valid, with the names of the organization and the inviter. */
export function selectInvitationById(db: Db, id: string, now: number) {
  return withNames(db, now).where('invitations.id', '=', id).executeTakeFirst()
}

function withNames(db: Db, now: number) {
  return live(db, now)
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select(['organizations.name as organization_name', 'users.name as inviter_name'])
}

function live(db: Db, now: number) {
  return db.selectFrom('invitations').where('ended_at', 'is', null).where('expires_at', '>', now)
}

/** When invitations were made after `since`, in milliseconds since 1970, the latest first; at most `limit`. */
export async function selectInvitedSince(db: Db, organizationId: string, since: number, limit: number) {
  const rows = await db
    .selectFrom('invitations')
    .select('created_at')
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.created_at)
}

/** Ends an invitation. @returns whether it had not ended before */
export async function endInvitation(tx: Tx, id: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function endInvitationsTo(tx: Tx, organizationId: string, email: string, now: number): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the invitations that a member has made to any of these roles. */
export async function endInvitationsBy(
  tx: Tx,
  { organization_id, user_id }: Row<'memberships'>,
  roles: readonly Role[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('organization_id', '=', organization_id)
    .where('inviter_id', '=', user_id)
    .where('role', 'in', roles)
    .where('ended_at', 'is', null)
    .execute()
}

export async function deleteInvitationsBefore(tx: Tx, time: number): Promise<void> {
  await tx.deleteFrom('invitations').where('created_at', '<', time).execute()
}
