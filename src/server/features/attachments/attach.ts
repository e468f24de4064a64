import { namesOfFiles } from '#contract/names-of-files.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { giveToMessage, selectUnused, type Uploader } from './upload-queries.ts'

const unknown = () => invalid('attachments', 'must be files that you have uploaded and not sent yet')

/**
 * The files that a message is to have, in their order, and what it says: their names if nothing was written.
 * @throws AppError 422 on `attachments` unless each is one that this uploader has uploaded and no message has
 */
export async function filesFor(
  ctx: Context,
  tx: Tx,
  uploader: Uploader,
  { content, attachments: ids }: { content: string; attachments: readonly string[] },
): Promise<{ files: Row<'attachments'>[]; content: string }> {
  if (ids.length === 0) return { files: [], content }
  const found = await selectUnused(tx, uploader, ids, ctx.now())
  const files = ids.flatMap((id) => found.find((file) => file.id === id) ?? [])
  if (files.length !== ids.length) throw unknown()
  return { files, content: content || namesOfFiles(files) }
}

/** Gives files to a message that the same transaction stores. @throws AppError 422 if another one was faster */
export async function attach(
  tx: Tx,
  files: readonly Row<'attachments'>[],
  message: Pick<Row<'messages'>, 'id' | 'conversation_id'>,
): Promise<Row<'attachments'>[]> {
  const attached = []
  for (const [position, file] of files.entries()) {
    const to = { conversation_id: message.conversation_id, message_id: message.id, position }
    if (!(await giveToMessage(tx, file.id, to))) throw unknown()
    attached.push({ ...file, ...to, expires_at: null })
  }
  return attached
}
