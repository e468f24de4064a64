import type { Dependencies } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { sendMailJob } from './jobs.ts'
import { changeMail } from './queries.ts'
import { selectDeliveries, selectDueAfter } from './send-queries.ts'

/**
 * Has a mail tried at once, in the transaction that has locked its conversation. It skips the number of an attempt, so
 * that a job which still waits to make that does nothing. Not to be called while an attempt is being made.
 */
export async function tryNow(
  deps: Dependencies,
  tx: Tx,
  { id, mailbox_id, attempts }: Row<'mails'>,
  changes: RowChanges<'mails'> = {},
): Promise<void> {
  await changeMail(tx, id, { ...changes, attempts: attempts + 1, next_attempt_at: deps.now() })
  await deps.jobs.send(tx, sendMailJob, { mailId: id, mailboxId: mailbox_id, number: attempts + 2 })
}

/** Whether an attempt is being made, or was interrupted and will be made again. */
export const isBeingSent = (deliveries: readonly Row<'mail_deliveries'>[]): boolean =>
  deliveries.some(({ status }) => status === 'sending')

/** Tries the mails of a conversation that had to wait for an earlier one, in the transaction that has locked it. */
export async function tryLater(deps: Dependencies, tx: Tx, mail: Row<'mails'>): Promise<void> {
  for (const later of await selectDueAfter(tx, mail, deps.now()))
    if (!isBeingSent(await selectDeliveries(tx, later.id))) await tryNow(deps, tx, later)
}
