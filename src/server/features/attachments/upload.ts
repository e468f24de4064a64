import { actingUserId } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { addUpload, keepAttachment } from './keep-attachment.ts'
import { presentUpload } from './presenter.ts'

/**
 * Keeps a file that a member uploads for a message.
 * @throws AppError what `keepAttachment` throws
 */
export const uploadAttachment: Verb<'uploadAttachment'> = async (ctx, { organization, body }) => {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const kept = await keepAttachment(ctx, body.file, 'member')
  const by = { organization_id: organization.id, user_id: actingUserId(ctx), session_id: null }
  return ctx.database.transaction(async (tx) => presentUpload(await addUpload(ctx, tx, kept, by)))
}
