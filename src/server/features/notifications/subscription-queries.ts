import type { NewRow, Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { told } from './queries.ts'

export const { remove: deleteSubscription } = rowsOf('push_subscriptions')

export const selectPushKey = (db: Db) =>
  db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid').executeTakeFirst()

/** Keeps the server's key, unless another process has just made one. */
export async function insertPushKey(tx: Tx, key_pair: string): Promise<void> {
  await tx
    .insertInto('push_keys')
    .values({ id: 'vapid', key_pair })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces a form of the server's key, unless another process has just done so. */
export async function changePushKey(tx: Tx, before: string, key_pair: string): Promise<void> {
  await tx.updateTable('push_keys').set({ key_pair }).where('id', '=', 'vapid').where('key_pair', '=', before).execute()
}

/** Keeps a browser's subscription in place of its earlier one, and of those of others who used the browser. */
export async function putSubscription(tx: Tx, row: NewRow<'push_subscriptions'>, most: number): Promise<void> {
  const { organization_id, user_id, endpoint } = row
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where((one) => one.or([one('organization_id', '=', organization_id), one('user_id', '!=', user_id)]))
    .execute()
  await tx.insertInto('push_subscriptions').values(row).execute()
  const own = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
  const surplus = own.slice(most).map(({ id }) => id)
  if (surplus.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute()
}

export function selectSubscription(db: Db, organizationId: string, userId: string, id: string) {
  return findRow(db, 'push_subscriptions', { organization_id: organizationId, user_id: userId, id })
}

/** The ids of the subscriptions of some members, with whose they are. */
export function selectSubscriptionsOf(db: Db, organizationId: string, userIds: readonly string[]) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
}

/** A subscription whose session goes on; undefined if it has ended. */
export function selectLiveSubscription(
  db: Db,
  id: string,
  now: number,
): Promise<Row<'push_subscriptions'> | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('push_subscriptions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
}

/** A notification that is unread, with whom it tells, of whom and where. */
export const selectUnread = (db: Db, id: string) => told(db).where('notifications.id', '=', id).executeTakeFirst()
