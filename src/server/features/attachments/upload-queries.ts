import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectAnyAttachment, insert: insertAttachment } = rowsOf('attachments')

/** Who has uploaded a file: a visit on a website, by the hash of its token, or a member. */
export type Uploader = { session_id: string } | { user_id: string; organization_id: string }

const uploadsBy = (db: Db, uploader: Uploader) => db.selectFrom('attachments').where((row) => row.and({ ...uploader }))

/** The files of some messages, in the order in which each message has them. */
export async function selectFilesOf(db: Db, messageIds: readonly string[]): Promise<Row<'attachments'>[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('attachments')
    .innerJoin('messages', 'messages.id', 'attachments.message_id')
    .selectAll('attachments')
    .where('messages.id', 'in', messageIds)
    .whereRef('attachments.conversation_id', '=', 'messages.conversation_id')
    .where('attachments.is_inline', '=', 0)
    .orderBy('attachments.position')
    .execute()
}

/** Those of some files that somebody has uploaded and no message has. */
export const selectUnused = (db: Db, uploader: Uploader, ids: readonly string[], now: number) =>
  uploadsBy(db, uploader).selectAll().where('id', 'in', ids).where('expires_at', '>', now).execute()

/** When each of the files was uploaded that somebody has uploaded since a time, oldest first. */
export const selectUploadTimes = (db: Db, uploader: Uploader, since: number) =>
  uploadsBy(db, uploader).select('created_at').where('created_at', '>', since).orderBy('created_at').execute()

/** Gives a file that nothing has yet to a message. @returns false if it is gone, or another message was faster */
export async function giveToMessage(
  tx: Tx,
  id: string,
  to: Pick<Row<'attachments'>, 'conversation_id' | 'message_id' | 'position'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('attachments')
    .set({ ...to, expires_at: null })
    .where('id', '=', id)
    .where('expires_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows === 1n
}

/** Takes the files of a message away from it, for whoever uploaded them to use again. @returns them, in order */
export async function freeUploads(tx: Tx, messageId: string, conversationId: string, expires_at: number) {
  const freed = await tx
    .updateTable('attachments')
    .set({ conversation_id: null, message_id: null, expires_at })
    .where('conversation_id', '=', conversationId)
    .where('message_id', '=', messageId)
    .returningAll()
    .execute()
  return freed.toSorted((one, other) => one.position - other.position)
}

/** Makes what was uploaded in a visit that has ended belong to the visit with which it goes on. */
export async function moveUploads(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('attachments').set({ session_id: to }).where('session_id', '=', from).execute()
}

/** Deletes the files of the visits of some visitors that no message has. @returns the keys of what was stored */
export const deleteUnusedOf = (tx: Tx, visitorIds: readonly string[]) =>
  tx
    .deleteFrom('attachments')
    .where('expires_at', 'is not', null)
    .where('session_id', 'in', (query) =>
      query.selectFrom('visitor_sessions').select('token_hash').where('visitor_id', 'in', visitorIds),
    )
    .returning(['storage_key', 'thumbnail_key'])
    .execute()
