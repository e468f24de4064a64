import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectFetch, change: changeFetch } = rowsOf('mail_fetches')
const { insert, remove } = rowsOf('mail_fetches')

const AT_FIRST = {
  ...{ uid_validity: null, uid: 0, old_uid: 0, old_since: 0, began_at: null, last_at: 0, unfetched: '[]' },
  ...{ lease_owner: null, lease_until: 0, failures: 0, refusals: 0, next_at: null },
} as const

/** Has a mailbox's folder be fetched from now on, as if never before; or no more, if `isFetched` is false. */
export async function resetFetch(tx: Tx, id: string, isFetched: boolean): Promise<void> {
  await remove(tx, id)
  if (isFetched) await insert(tx, { id, ...AT_FIRST })
}

/** Has the next attempt to connect be made at once. */
export const connectNow = (tx: Tx, id: string): Promise<void> =>
  changeFetch(tx, id, { failures: 0, refusals: 0, next_at: null, lease_until: 0, lease_owner: null })

/** The mailboxes that are fetched from mail servers and not paused, with who fetches them. */
export const selectFetched = (
  db: Db,
): Promise<(Row<'mailboxes'> & Pick<Row<'mail_fetches'>, 'lease_owner' | 'lease_until'>)[]> =>
  db
    .selectFrom('mailboxes')
    .innerJoin('mail_fetches', 'mail_fetches.id', 'mailboxes.id')
    .selectAll('mailboxes')
    .select(['mail_fetches.lease_owner', 'mail_fetches.lease_until'])
    .where('mailboxes.deleted_at', 'is', null)
    .where('mailboxes.is_paused', '=', 0)
    .orderBy('mailboxes.id')
    .execute()

/** Takes the leases of mailboxes that nobody else has, or makes one's own last longer. @returns the ids of those taken */
export async function takeLeases(
  tx: Tx,
  ids: readonly string[],
  { owner, now, until }: { owner: string; now: number; until: number },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('mail_fetches')
    .set({ lease_owner: owner, lease_until: until })
    .where('id', 'in', ids)
    .where((lease) => lease.or([lease('lease_until', '<=', now), lease('lease_owner', '=', owner)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives leases up, so that another process may take them at once. */
export async function leaveLeases(tx: Tx, owner: string): Promise<void> {
  const none = { lease_owner: null, lease_until: 0 }
  await tx.updateTable('mail_fetches').set(none).where('lease_owner', '=', owner).execute()
}

/** Changes how far a folder is fetched. @returns false if another process has taken the lease; nothing is changed then */
export async function changeOwnFetch(
  tx: Tx,
  id: string,
  owner: string,
  changes: Partial<Row<'mail_fetches'>>,
): Promise<boolean> {
  const update = tx.updateTable('mail_fetches').set(changes).where('id', '=', id).where('lease_owner', '=', owner)
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}
