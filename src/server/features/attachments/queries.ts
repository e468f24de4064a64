import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insertAll: insertAttachments } = rowsOf('attachments')

/** A file of a conversation's messages. */
export const selectAttachment = (db: Db, conversationId: string, id: string): Promise<Row<'attachments'> | undefined> =>
  findRow(db, 'attachments', { id, conversation_id: conversationId })

/** The files of mails, in the order of each mail. */
export const selectAttachmentsOfMails = (db: Db, mailIds: readonly string[]): Promise<Row<'attachments'>[]> =>
  db.selectFrom('attachments').selectAll().where('mail_id', 'in', mailIds).orderBy('position').orderBy('id').execute()

/** Makes the files of a message those of the mail that brings it. @returns their sizes in bytes */
export const giveToMail = (tx: Tx, messageId: string, conversationId: string, mailId: string) =>
  tx
    .updateTable('attachments')
    .set({ mail_id: mailId })
    .where('conversation_id', '=', conversationId)
    .where('message_id', '=', messageId)
    .where('mail_id', 'is', null)
    .returning('size')
    .execute()

/** The keys of the stored files of a conversation. */
export const selectKeysOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('attachments')
    .select(['storage_key', 'thumbnail_key'])
    .where('conversation_id', '=', conversationId)
    .execute()

/** Deletes uploads that no message took in time. @returns the keys of their files */
export function removeExpired(tx: Tx, now: number, limit: number) {
  const expired = tx
    .selectFrom('attachments')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
  return tx.deleteFrom('attachments').where('id', 'in', expired).returning(['storage_key', 'thumbnail_key']).execute()
}
