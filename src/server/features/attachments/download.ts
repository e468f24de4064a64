import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { FileAnswer, VerbInput } from '../../http/binding.ts'
import { selectAttachment } from './queries.ts'

/** @throws AppError 404 */
export async function findAttachment(
  ctx: Context,
  conversation: Row<'conversations'>,
  id: string,
): Promise<Row<'attachments'>> {
  return orNotFound(await selectAttachment(ctx.database.read, conversation.id, id))
}

/** @throws AppError 404 for a file that was named but not kept */
export async function downloadAttachment(
  { storage }: Context,
  { attachment: { storage_key, name, type, is_risky } }: VerbInput<'downloadAttachment'>,
): Promise<FileAnswer> {
  const bytes = orNotFound(storage_key === null ? undefined : await storage.read(storage_key))
  // What a browser might run is not even called by its type.
  return { name, content: Readable.from([bytes]), ...(!is_risky && { type }) }
}
