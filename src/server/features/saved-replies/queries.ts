import { countRows } from '../../db/count-rows.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db } from '../../db/tables.ts'

export const { insert: insertSavedReply, change: changeSavedReply, remove: removeSavedReply } = rowsOf('saved_replies')

export type SavedReplyRow = Row<'saved_replies'> & { user_name: string }

const visible = (db: Db, organizationId: string, userId: string) =>
  db
    .selectFrom('saved_replies')
    .innerJoin('users', 'users.id', 'saved_replies.user_id')
    .selectAll('saved_replies')
    .select('users.name as user_name')
    .where('saved_replies.organization_id', '=', organizationId)
    .where(({ or, eb }) => or([eb('saved_replies.user_id', '=', userId), eb('saved_replies.is_shared', '=', 1)]))

/** The saved replies that a member sees, oldest first: their own and shared ones. */
export function selectSavedReplies(db: Db, organizationId: string, userId: string): Promise<SavedReplyRow[]> {
  return visible(db, organizationId, userId).orderBy('saved_replies.id').execute()
}

export function selectSavedReply(db: Db, organizationId: string, userId: string, id: string) {
  return visible(db, organizationId, userId).where('saved_replies.id', '=', id).executeTakeFirst()
}

export const countOwn = (db: Db, organizationId: string, userId: string): Promise<number> =>
  countRows(db.selectFrom('saved_replies').where('organization_id', '=', organizationId).where('user_id', '=', userId))
