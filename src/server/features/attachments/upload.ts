import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { addUpload, keepAttachment } from './keep-attachment.ts'
import { presentUpload } from './presenter.ts'
import { freeUploads, takeMembersUpload } from './queries.ts'

/** For how long an upload waits for a message. */
const KEPT_MS = 24 * 60 * 60 * 1_000
/** Characters of a line in which a mail writes a file, and with the end of the line; each stands for 6 bits. */
const [LINE, WHOLE_LINE] = [76, 78]

/**
 * Keeps a file that a member uploads for a message.
 * @throws AppError what `keepAttachment` throws
 */
export async function uploadAttachment(
  ctx: Context,
  { organization, body }: VerbInput<'uploadAttachment'>,
): Promise<Data<'uploadAttachment'>> {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const kept = await keepAttachment(ctx, body.file, 'member')
  const by = { organization_id: organization.id, user_id: actingUserId(ctx), session_id: null }
  return ctx.database.transaction(async (tx) => presentUpload(await addUpload(ctx, tx, kept, by)))
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
