import type { Data } from '#contract/index.ts'
import { namesOfFiles } from '#contract/names-of-files.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { UNUSED_MS } from './keep-attachment.ts'
import { presentUpload } from './presenter.ts'
import { freeUploads, giveToMessage, selectUnused, type Uploader } from './upload-queries.ts'

const unknown = (position: number) =>
  invalid(`attachments.${position}`, 'must be a file that you have uploaded within a day and not sent yet')

/**
 * The files that a message is to have, in their order, and what it says: their names if nothing was written.
 * @throws AppError 422 on `attachments.N` unless it is one that this uploader has uploaded and no message has
 */
export async function filesFor(
  ctx: Context,
  tx: Tx,
  uploader: Uploader,
  { content, attachments: ids }: { content: string; attachments: readonly string[] },
): Promise<{ files: Row<'attachments'>[]; content: string }> {
  if (ids.length === 0) return { files: [], content }
  const found = await selectUnused(tx, uploader, ids, ctx.now())
  const files = ids.map((id, position) => {
    const file = found.find((one) => one.id === id)
    if (!file) throw unknown(position)
    return file
  })
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
    if (!(await giveToMessage(tx, file.id, to))) throw unknown(position)
    attached.push({ ...file, ...to, expires_at: null })
  }
  return attached
}

/** Takes the files of a message that was taken back away from it. @returns them, to be used again within a day */
export async function detach(
  tx: Tx,
  message: Pick<Row<'messages'>, 'id' | 'conversation_id'>,
  now: number,
): Promise<Data<'uploadAttachment'>[]> {
  return (await freeUploads(tx, message.id, message.conversation_id, now + UNUSED_MS)).map(presentUpload)
}
