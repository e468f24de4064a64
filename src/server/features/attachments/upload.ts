import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { kindOfFile } from '../../adapters/attachments/kind-of-file.ts'
import { fileNameOf } from '../../adapters/mail/read/addresses.ts'
import { actingUserId, type Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { takeUpload } from '../sources/index.ts'
import { storeFile } from './keep-files.ts'
import { presentUpload } from './presenter.ts'
import { freeUploads, insertAttachment, takeMembersUpload } from './queries.ts'

/** For how long an upload waits for a message. */
const KEPT_MS = 24 * 60 * 60 * 1_000
/** Characters of a line in which a mail writes a file, and with the end of the line; each stands for 6 bits. */
const [LINE, WHOLE_LINE] = [76, 78]

/**
 * Keeps a file that a member uploads for a message.
 * @throws AppError 422 for an empty file; 502 if it could not be stored
 */
export async function uploadAttachment(
  ctx: Context,
  { organization, body }: VerbInput<'uploadAttachment'>,
): Promise<Data<'uploadAttachment'>> {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const { file } = body
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw invalid('file', 'must not be empty')
  const name = fileNameOf(file.name) || 'file'
  const { type, isRisky } = kindOfFile(name, bytes)
  const key = await storeFile(ctx, bytes).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'an uploaded file could not be stored')
    throw new AppError('upstream_failure')
  })
  const now = ctx.now()
  const row: Row<'attachments'> = {
    ...{ id: newId(), organization_id: organization.id, user_id: actingUserId(ctx), session_id: null },
    ...{ conversation_id: null, message_id: null, mail_id: null, position: 0, content_id: null, is_inline: 0 },
    ...{ name, type, size: bytes.length, is_risky: isRisky ? 1 : 0, storage_key: key, thumbnail_key: null },
    ...{ width: null, height: null, created_at: now, expires_at: now + KEPT_MS },
  }
  await ctx.database.transaction(async (tx) => {
    await takeUpload(tx, key)
    await insertAttachment(tx, row)
  })
  return presentUpload(row)
}

/**
 * Gives files that a member uploaded to the message they write, in order.
 * @throws AppError 422 on `attachments.N` for one that is not theirs, was taken or has expired, and on `attachments` if
 *   together they are too large for a mail
 */
export async function takeUploads(
  tx: Tx,
  ids: readonly string[],
  member: { user_id: string; organization_id: string; now: number },
  message: { conversation_id: string; message_id: string },
): Promise<void> {
  let encoded = 0
  for (const [position, id] of ids.entries()) {
    const size = await takeMembersUpload(tx, { ...member, id: id.toLowerCase() }, member.now, { ...message, position })
    if (size === undefined) throw invalid(`attachments.${position}`, 'must be a file that you uploaded within a day')
    encoded += ((size * 4) / 3) * (WHOLE_LINE / LINE)
  }
  if (encoded > limits.mailBytes) throw invalid('attachments', 'must be at most 25 MB together as a mail holds them')
}

/** Takes the files of a message that was taken back away from it. @returns them, to be used again within a day */
export async function giveBackUploads(
  tx: Tx,
  message: { id: string; conversation_id: string },
  now: number,
): Promise<ReturnType<typeof presentUpload>[]> {
  return (await freeUploads(tx, message.id, message.conversation_id, now + KEPT_MS)).map(presentUpload)
}
