import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectPending, insert: insertPending } = rowsOf('pending_mails')

/** The mails of a conversation that leave before one and this one, in this order; without it, all. */
export const selectPendingUpTo = (
  db: Db,
  conversationId: string,
  last?: Pick<Row<'pending_mails'>, 'id' | 'sends_at'>,
): Promise<Row<'pending_mails'>[]> => {
  const query = db.selectFrom('pending_mails').selectAll().where('conversation_id', '=', conversationId)
  const upTo = last
    ? query.where(({ or, and, eb }) =>
        or([eb('sends_at', '<', last.sends_at), and([eb('sends_at', '=', last.sends_at), eb('id', '<=', last.id)])]),
      )
    : query
  return upTo.orderBy('sends_at').orderBy('id').execute()
}

export async function deletePending(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('pending_mails').where('id', 'in', ids).execute()
}

/** Deletes the mails of a conversation that have not left. */
export async function deletePendingOf(tx: Tx, conversationId: string): Promise<void> {
  await tx.deleteFrom('pending_mails').where('conversation_id', '=', conversationId).execute()
}
