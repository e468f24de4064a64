import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Bindings, FileAnswer, Locator, Verb, VerbInput } from '../../http/binding.ts'
import { addUpload, keepAttachment } from './keep-attachment.ts'
import { presentUpload } from './presenter.ts'
import { selectAttachment } from './queries.ts'

/** @throws AppError 404 */
export const findAttachment: Locator<'attachment'> = async (ctx, id, { conversation }) =>
  orNotFound(await selectAttachment(ctx.database.read, conversation.id, id))

const downloadAttachment = (ctx: Context, { attachment, query }: VerbInput<'downloadAttachment'>) =>
  answerWithFile(ctx, attachment, query)

/** A file, or the small picture of it. @throws AppError 404 for one that was named but not kept */
export async function answerWithFile(
  { storage }: Context,
  { storage_key, thumbnail_key, name, type, is_risky }: Row<'attachments'>,
  { thumbnail }: { thumbnail?: '1' | undefined },
): Promise<FileAnswer> {
  const key = thumbnail ? thumbnail_key : storage_key
  const content = orNotFound(key === null ? undefined : await storage.open(key))
  if (thumbnail) return { name, content, type: 'image/webp' }
  // What a browser might run is not even called by its type.
  return { name, content, ...(!is_risky && { type }) }
}

/**
 * Keeps a file that a member uploads for a message.
 * @throws AppError what `keepAttachment` throws
 */
const uploadAttachment: Verb<'uploadAttachment'> = async (ctx, { organization, body }) => {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const kept = await keepAttachment(ctx, body.file, 'member')
  const by = { organization_id: organization.id, user_id: actingUserId(ctx), session_id: null }
  return ctx.database.transaction(async (tx) => presentUpload(await addUpload(ctx, tx, kept, by)))
}

export const attachmentRoutes = {
  uploadAttachment: { run: uploadAttachment },
  downloadAttachment: { run: downloadAttachment },
} satisfies Partial<Bindings>
