import { sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** The mailboxes of all organizations that can't send or fetch mail and are not paused. */
export function countFailingMailboxes(db: Db): Promise<number> {
  return countRows(
    db
      .selectFrom('mailboxes')
      .where('deleted_at', 'is', null)
      .where('is_paused', '=', 0)
      .where('status', '=', 'failing'),
  )
}

/** The webhook endpoints of all organizations that were switched off as they failed; none of a deleted agent. */
export function countWebhooksOff(db: Db): Promise<number> {
  return countRows(
    db
      .selectFrom('webhook_endpoints')
      .innerJoin('agents', 'agents.id', 'webhook_endpoints.agent_id')
      .where('webhook_endpoints.deleted_at', 'is', null)
      .where('agents.deleted_at', 'is', null)
      .where('is_active', '=', 0)
      .where('failing_since', 'is not', null),
  )
}

export function countMailboxes(db: Db): Promise<number> {
  return countRows(db.selectFrom('mailboxes').where('deleted_at', 'is', null))
}

/** The jobs that failed for good; those of more than a week ago are deleted. */
export function countDeadJobs(db: Db): Promise<number> {
  return countRows(db.selectFrom('jobs').where('state', '=', 'dead'))
}

/** How many bytes the database takes. */
export async function databaseBytes(db: Db): Promise<number> {
  const size = hasRowLocks(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await size.execute(db)).rows[0]?.bytes ?? 0)
}

/** Notes that a rule's trouble is seen. @returns whether it has just begun */
export async function noteAlarm(tx: Tx, { rule, since, detail }: Omit<Row<'alarms'>, 'seen_at'>): Promise<boolean> {
  const added = await tx
    .insertInto('alarms')
    .values({ rule, since, seen_at: since, detail })
    .onConflict((conflict) => conflict.column('rule').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return true
  await tx.updateTable('alarms').set({ seen_at: since, detail }).where('rule', '=', rule).execute()
  return false
}

/** Ends the alarms that no process has seen since a time. */
export function endAlarms(tx: Tx, before: number): Promise<Row<'alarms'>[]> {
  return tx.deleteFrom('alarms').where('seen_at', '<', before).returningAll().execute()
}

/** The owners of an organization, with their addresses and what they want to be told. */
export function selectOwners(db: Db, organizationId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .select(['memberships.notification_wishes', 'memberships.mail_after_minutes'])
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.role', '=', 'owner')
    .orderBy('users.id')
    .execute()
}
