import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { insertUpload, takeUpload } from '../sources/index.ts'
import { insertAttachments } from './queries.ts'

/** A file that is stored and waits for its row. */
export interface StoredFile {
  key: string
  name: string
  /** By its content (see `kindOfFile`), as is whether it is risky. */
  type: string
  size: number
  isInline: boolean
  isRisky: boolean
  contentId: string | null
}

/**
 * Stores a file. It is recorded first, so that a row takes it or it is removed later.
 * @returns its key
 */
export async function storeFile(
  { database, storage, now }: Pick<Dependencies, 'database' | 'storage' | 'now'>,
  bytes: Uint8Array,
): Promise<string> {
  const key = newId()
  await database.transaction((tx) => insertUpload(tx, key, now()))
  await storage.save(key, bytes)
  return key
}

type Owner = Pick<Row<'attachments'>, 'organization_id' | 'conversation_id' | 'message_id' | 'mail_id' | 'created_at'>

/**
 * Makes stored files the attachments of a message.
 * @throws Error if a file was removed before, as it waited too long
 */
export async function attachFiles(tx: Tx, owner: Owner, files: readonly StoredFile[]): Promise<void> {
  for (const { key } of files) if (!(await takeUpload(tx, key))) throw new Error('An attached file was removed.')
  if (files.length === 0) return
  await insertAttachments(
    tx,
    files.map(({ key, name, type, size, isInline, isRisky, contentId }, position) => ({
      ...{ id: newId(), ...owner, position, name, type, size, content_id: contentId, storage_key: key },
      ...{ is_inline: isInline ? 1 : 0, is_risky: isRisky ? 1 : 0, session_id: null, user_id: null },
      ...{ thumbnail_key: null, width: null, height: null, expires_at: null },
    })),
  )
}
