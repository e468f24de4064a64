import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { FileAnswer, Locator, VerbInput } from '../../http/binding.ts'
import { selectAttachment } from './queries.ts'

/** @throws AppError 404 */
export const findAttachment: Locator<'attachment'> = async (ctx, id, { conversation }) =>
  orNotFound(await selectAttachment(ctx.database.read, conversation.id, id))

export const downloadAttachment = (ctx: Context, { attachment, query }: VerbInput<'downloadAttachment'>) =>
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
