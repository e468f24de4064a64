import type { Db } from '../../db/tables.ts'

const countOf = async (query: { execute(): Promise<{ count: number | string | bigint }[]> }) =>
  Number((await query.execute())[0]?.count ?? 0)

/** The mailboxes of all organizations that can't send and are not paused. */
export function countFailingMailboxes(db: Db): Promise<number> {
  return countOf(
    db
      .selectFrom('mailboxes')
      .select((all) => all.fn.countAll().as('count'))
      .where('deleted_at', 'is', null)
      .where('is_paused', '=', 0)
      .where('status', '=', 'failing'),
  )
}

/** The webhook endpoints of all organizations that were switched off while they failed. */
export function countWebhooksOff(db: Db): Promise<number> {
  return countOf(
    db
      .selectFrom('webhook_endpoints')
      .select((all) => all.fn.countAll().as('count'))
      .where('deleted_at', 'is', null)
      .where('is_active', '=', 0)
      .where('failing_since', 'is not', null),
  )
}
