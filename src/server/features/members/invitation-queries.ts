import type { Role } from '#contract/roles.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** An organization's invitations that are still good, the latest first. */
export function selectInvitations(db: Db, organizationId: string, now: number): Promise<Row<'invitations'>[]> {
  return live(db, now)
    .selectAll('invitations')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .execute()
}

export function selectInvitation(db: Db, organizationId: string, id: string, now: number) {
  return live(db, now)
    .selectAll('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What a token is good for, with the names that whoever holds it is shown. */
export function selectInvitationByHash(db: Db, tokenHash: string, now: number) {
  return live(db, now)
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select(['organizations.name as organization_name', 'users.name as inviter_name'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

function live(db: Db, now: number) {
  return db.selectFrom('invitations').where('ended_at', 'is', null).where('expires_at', '>', now)
}

/** When the invitations since a moment were made, the latest first. */
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

export async function insertInvitation(tx: Tx, row: NewRow<'invitations'>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute()
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

/** Ends what somebody has invited to with one of these roles. */
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
