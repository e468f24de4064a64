import { kindOfFile } from '../../adapters/attachments/kind-of-file.ts'
import { scanFile } from '../../adapters/attachments/scan-file.ts'
import { UnusableImage } from '../../adapters/images/redraw-logo.ts'
import { lookAtPicture, type Picture, redrawPicture } from '../../adapters/images/redraw-picture.ts'
import { fileNameOf } from '../../adapters/mail/read/addresses.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { assertRoom } from '../../process/disk-reserve.ts'
import { shortageOf } from '../../process/shortage.ts'
import { takeUpload } from '../sources/index.ts'
import { storeFile } from './keep-files.ts'
import { insertAttachment } from './upload-queries.ts'

/** For how long a file is kept that no message takes. */
export const UNUSED_MS = 24 * 60 * 60 * 1000
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const DOCUMENTS =
  /^(application\/(pdf|rtf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+)|text\/(plain|csv|markdown|calendar|vcard))$/

export type Kept = Pick<
  Row<'attachments'>,
  'name' | 'type' | 'size' | 'is_risky' | 'storage_key' | 'thumbnail_key' | 'width' | 'height'
>

/**
 * Stores what somebody uploads, which is not an attachment before `addUpload` says whose it is. A visitor's pictures are
 * drawn again, so that they tell nothing but what is seen; people send theirs as they are.
 * @throws AppError 422 on `file` if it is empty, a broken picture, or for visitors no picture, PDF, text or document;
 *   422 `attachment_refused` if the configured program refuses it; 503 if that fails; 502 if it could not be stored
 * @throws DiskReserveError, StorageError
 */
export async function keepAttachment(ctx: Context, file: File, by: 'visitor' | 'member'): Promise<Kept> {
  await assertRoom(ctx.config, 'files')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw invalid('file', 'must not be empty')
  const name = fileNameOf(file.name) || 'file'
  const { type, isRisky } = kindOfFile(name, bytes)
  const isPicture = PICTURES.includes(type)
  if (by === 'visitor' && !isPicture && !DOCUMENTS.test(type))
    throw invalid('file', 'must be a picture, a PDF, a text or an office document')
  await assertHarmless(ctx, bytes)
  const picture = isPicture ? await pictureOf(bytes, by) : undefined
  const kept = { bytes, type, ...picture }
  return {
    name: kept.type === type ? name : `${name.replace(/\.\w{1,5}$/, '')}.${kept.type === 'image/png' ? 'png' : 'jpg'}`,
    type: kept.type,
    size: kept.bytes.length,
    is_risky: isRisky ? 1 : 0,
    storage_key: await store(ctx, kept.bytes),
    thumbnail_key: picture ? await store(ctx, picture.thumbnail) : null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

/** A visitor's picture drawn again, or what there is to know of a member's; undefined for a member's that is broken. */
async function pictureOf(
  bytes: Uint8Array,
  by: 'visitor' | 'member',
): Promise<(Omit<Picture, 'bytes' | 'type'> & Partial<Picture>) | undefined> {
  try {
    return await (by === 'visitor' ? redrawPicture(bytes) : lookAtPicture(bytes))
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error
    if (by === 'member') return undefined
    throw invalid('file', error.message)
  }
}

async function assertHarmless(ctx: Context, bytes: Uint8Array): Promise<void> {
  const command = ctx.config.attachmentScanCommand
  if (command === undefined) return
  const passes = await scanFile(command, bytes).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'ATTACHMENT_SCAN_COMMAND has failed')
    throw new AppError('service_unavailable', {
      message: 'The file could not be checked at the moment. Try again shortly.',
    })
  })
  if (!passes) throw new AppError('attachment_refused')
}

const store = (ctx: Context, bytes: Uint8Array): Promise<string> =>
  storeFile(ctx, bytes).catch((error: unknown) => {
    if (shortageOf(error)) throw error
    ctx.log.error({ err: error }, 'an attached file could not be stored')
    throw new AppError('upstream_failure')
  })

/** Makes what is kept an attachment of whoever has uploaded it, for a message that they send within 24 hours. */
export async function addUpload(
  ctx: Context,
  tx: Tx,
  kept: Kept,
  by: Pick<Row<'attachments'>, 'organization_id' | 'session_id' | 'user_id'>,
): Promise<Row<'attachments'>> {
  const row: Row<'attachments'> = {
    ...{ id: newId(), ...by, conversation_id: null, message_id: null, mail_id: null, position: 0 },
    ...{ ...kept, is_inline: 0, content_id: null, created_at: ctx.now(), expires_at: ctx.now() + UNUSED_MS },
  }
  for (const key of [kept.storage_key, kept.thumbnail_key]) if (key !== null) await takeUpload(tx, key)
  await insertAttachment(tx, row)
  return row
}
