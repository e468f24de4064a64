import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const {
  select: selectGrant,
  insert: insertGrant,
  change: changeGrant,
  lock: lockGrant,
  remove: removeGrant,
} = rowsOf('mail_grants')

/** The grant whose answer comes back with a state, by the state's hash. */
export const selectGrantByState = (db: Db, hash: string): Promise<Row<'mail_grants'> | undefined> =>
  db.selectFrom('mail_grants').selectAll().where('state_hash', '=', hash).executeTakeFirst()

/** Takes back a state that has been used. @returns false if it had been */
export async function takeState(tx: Tx, id: string): Promise<boolean> {
  const update = tx.updateTable('mail_grants').set({ state_hash: null }).where('id', '=', id)
  return (await update.where('state_hash', 'is not', null).executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** Has one process renew the access token of a grant as it was read. @returns false if another one does, or has */
export async function takeRenewal(
  tx: Tx,
  { id, access_until }: Row<'mail_grants'>,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const update = tx.updateTable('mail_grants').set({ renewing_until: until }).where('id', '=', id)
  const mine = update
    .where('renewing_until', '<=', now)
    .where('status', '=', 'granted')
    .where('access_until', '=', access_until)
  return (await mine.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** Gives up what an organization asked for and did not use in time. */
export async function removeEnded(tx: Tx, organizationId: string, now: number): Promise<void> {
  await tx.deleteFrom('mail_grants').where('organization_id', '=', organizationId).where('ends_at', '<=', now).execute()
}

/** Gives up the grants of a mailbox but those it is reached by. */
export async function removeOthersOf(tx: Tx, mailboxId: string, used: readonly string[]): Promise<void> {
  const all = tx.deleteFrom('mail_grants').where('mailbox_id', '=', mailboxId)
  await (used.length > 0 ? all.where('id', 'not in', used) : all).execute()
}
