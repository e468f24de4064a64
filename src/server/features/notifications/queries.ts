import type { NotificationKind } from '#contract/enums.ts'
import type { FailingAccount } from '#contract/notification-words.ts'
import { countRows } from '../../db/count-rows.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { NewsMailPayload } from './jobs.ts'

export const { insertAll: insertNotifications, change: changeNotification } = rowsOf('notifications')

type Reader = Pick<Row<'notifications'>, 'organization_id' | 'user_id'>

/** A member, with what they want to be told and how. */
export type Recipient = Awaited<ReturnType<typeof holdMembersAmong>>[number]

/**
 * Those of the users who are members, sorted, whose memberships are locked until the transaction ends. One who is being
 * removed at the moment is left out instead of waited for, as the removal may wait for the conversation.
 */
export function holdMembersAmong(tx: Tx, organizationId: string, userIds: readonly string[]) {
  const query = tx
    .selectFrom('memberships')
    .select(['user_id', 'availability', 'notification_wishes', 'mail_after_minutes'])
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
  return (hasRowLocks(tx) ? query.forKeyShare().skipLocked() : query).execute()
}

export async function selectAdmins(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', 'in', ['owner', 'admin'])
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The unread notifications of one kind about a conversation that were last added to after `since`. */
export function selectGathering(
  tx: Tx,
  { conversationId, kind, since }: { conversationId: string; kind: Row<'notifications'>['kind']; since: number },
  userIds: readonly string[],
): Promise<Row<'notifications'>[]> {
  return tx
    .selectFrom('notifications')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .where('created_at', '>', since)
    .execute()
}

export async function deleteNotifications(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('notifications').where('id', 'in', ids).execute()
}

/** Deletes what was told about a conversation. @returns who was told */
export async function deleteNotificationsOf(tx: Tx, conversationId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('notifications')
    .where('conversation_id', '=', conversationId)
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The notifications about notes of a conversation. */
export function selectOfNotes(tx: Tx, conversationId: string): Promise<Row<'notifications'>[]> {
  return tx
    .selectFrom('notifications')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('kind', 'in', ['mention', 'note'])
    .execute()
}

/** A member's notifications before the one with the id `before`, newest first, with who acted and which visitor it was. */
export function selectNotifications(db: Db, reader: Reader, before: string | undefined, limit: number) {
  let query = ofReader(db, reader)
    .leftJoin('users', 'users.id', 'notifications.actor_id')
    .leftJoin('conversations', 'conversations.id', 'notifications.conversation_id')
    .selectAll('notifications')
    .select(['users.name as actor_name', 'agents.name as agent_name'])
    .select(['chat_user_id', 'chat_user_name', 'chat_user_email', 'identity_verified'])
  if (before !== undefined) query = query.where('notifications.id', '<', before)
  return query.orderBy('notifications.id', 'desc').limit(limit).execute()
}

export const countUnread = (db: Db, reader: Reader): Promise<number> =>
  countRows(ofReader(db, reader).where('notifications.read_at', 'is', null))

const ofReader = (db: Db, { organization_id, user_id }: Reader) =>
  db
    .selectFrom('notifications')
    .leftJoin('agents', 'agents.id', 'notifications.agent_id')
    .where('agents.deleted_at', 'is', null)
    .where('notifications.user_id', '=', user_id)
    .where('notifications.organization_id', '=', organization_id)
    .where('notifications.is_listed', '=', 1)

/** Notifications with whom they tell, of whom and where; those of deleted agents are left out. */
export const told = (db: Db) =>
  db
    .selectFrom('notifications')
    .leftJoin('agents', 'agents.id', 'notifications.agent_id')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'notifications.user_id')
        .onRef('memberships.organization_id', '=', 'notifications.organization_id'),
    )
    .leftJoin('users as actors', 'actors.id', 'notifications.actor_id')
    .selectAll('notifications')
    .select(['agents.name as agent_name', 'actors.name as actor_name', 'users.name as user_name', 'users.email'])
    .select(['memberships.notification_wishes', 'memberships.mail_after_minutes', 'memberships.availability'])
    .where('agents.deleted_at', 'is', null)
    .where('notifications.read_at', 'is', null)

/**
 * A notification if it is unread; or the one that has replaced it, where more of its kind came in its conversation.
 * Undefined once the member has read it, also if more has come since.
 */
export function selectUnseen(db: Db, { notificationId, userId, kind, conversationId }: NewsMailPayload) {
  return told(db)
    .where('notifications.user_id', '=', userId)
    .where((row) =>
      row.or([
        row('notifications.id', '=', notificationId),
        row.and([
          row('conversation_id', '=', conversationId),
          row('notifications.kind', '=', kind as NotificationKind),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications as seen')
            .select('seen.id')
            .where('seen.user_id', '=', userId)
            .where('seen.conversation_id', '=', conversationId)
            .where('seen.kind', '=', kind as NotificationKind)
            .where('seen.id', '>=', notificationId)
            .where('seen.read_at', 'is not', null),
        ),
      ),
    )
    .orderBy('notifications.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Marks a member's notifications as read: all, those with some ids, or those about a conversation.
 * @returns whether any was unread
 */
export async function markAsRead(
  tx: Tx,
  { organization_id, user_id }: Reader,
  which: { ids: readonly string[] } | { all: true } | { conversationId: string },
  now: number,
): Promise<boolean> {
  let query = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', user_id)
    .where('organization_id', '=', organization_id)
    .where('read_at', 'is', null)
  if ('ids' in which) query = query.where('id', 'in', which.ids)
  if ('conversationId' in which) query = query.where('conversation_id', '=', which.conversationId)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** The texts of messages and notes, the names of accounts, and the addresses of plans' websites, by their ids. */
export async function selectTexts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const messages = db
    .selectFrom('messages')
    .select((row) => ['id', row.ref('content').$castTo<string | null>().as('text')])
    .where('id', 'in', ids)
  const notes = db.selectFrom('thread_entries').select(['id', 'content as text']).where('id', 'in', ids)
  const plans = db
    .selectFrom('plans')
    .innerJoin('sites', 'sites.id', 'plans.site_id')
    .select((row) => ['plans.id', row.ref('sites.url').$castTo<string | null>().as('text')])
    .where('plans.id', 'in', ids)
  const mailboxes = db
    .selectFrom('mailboxes')
    .select((row) => ['id', row.ref('address').$castTo<string | null>().as('text')])
    .where('id', 'in', ids)
  const models = db
    .selectFrom('model_accounts')
    .select((row) => ['id', row.ref('name').$castTo<string | null>().as('text')])
    .where('id', 'in', ids)
  const rows = await messages.unionAll(notes).unionAll(plans).unionAll(mailboxes).unionAll(models).execute()
  return new Map(rows.map(({ id, text }) => [id, text ?? '']))
}

/** Those of the ids that are mailboxes' or model accounts'. */
export async function selectAccountKinds(db: Db, ids: readonly string[]): Promise<Map<string, FailingAccount>> {
  if (ids.length === 0) return new Map()
  const of = async (table: 'mailboxes' | 'model_accounts', kind: FailingAccount) => {
    const rows = await db
      .selectFrom(table as 'mailboxes')
      .select('id')
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id }) => [id, kind] as const)
  }
  return new Map([...(await of('mailboxes', 'mailbox')), ...(await of('model_accounts', 'model_account'))])
}

/** The mailbox or model account that a notification tells of, with its name and what is wrong; undefined if none. */
export async function selectAccountOf(
  db: Db,
  { kind, subject_ids }: Pick<Row<'notifications'>, 'kind' | 'subject_ids'>,
): Promise<{ account: FailingAccount; id: string; name: string; error_message: string | null } | undefined> {
  const [id] = kind === 'account_failing' ? (JSON.parse(subject_ids) as string[]) : []
  if (id === undefined) return undefined
  const mailbox = await db
    .selectFrom('mailboxes')
    .select(['id', 'address as name', 'error_message'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (mailbox) return { account: 'mailbox', ...mailbox }
  const model = await db
    .selectFrom('model_accounts')
    .select(['id', 'name', 'error_message'])
    .where('id', '=', id)
    .executeTakeFirst()
  return model && { account: 'model_account', ...model }
}

/** The visitor's latest message of a conversation; undefined if they wrote none. */
export function selectVisitorsLast(db: Db, conversationId: string) {
  return db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'visitor')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertFollowers(tx: Tx, conversationId: string, userIds: readonly string[]): Promise<void> {
  const rows = userIds.map((user_id) => ({ conversation_id: conversationId, user_id }))
  await tx
    .insertInto('followers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function selectFollowers(tx: Tx, conversationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('followers')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function deleteNotificationsBefore(tx: Tx, time: number, limit: number): Promise<number> {
  const old = tx.selectFrom('notifications').select('id').where('created_at', '<', time).limit(limit)
  return Number((await tx.deleteFrom('notifications').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}
