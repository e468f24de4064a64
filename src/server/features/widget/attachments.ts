import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { AppError, invalid, orNotFound, tooMany } from '../../errors.ts'
import type { FileAnswer, Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import {
  addUpload,
  answerWithFile,
  keepAttachment,
  presentFile,
  selectAnyAttachment,
  selectUploadTimes,
} from '../attachments/index.ts'
import { selectVisit } from '../conversations/index.ts'
import { lockVisitor } from './queries.ts'
import { visitedAgent, visiting } from './visiting.ts'

const HOUR_MS = 60 * 60 * 1000
/** Files that may be uploaded in a visit within an hour. */
const AN_HOUR = 20

/**
 * Keeps a file that the visitor is going to send with a message.
 * @throws AppError 429 `rate_limit_exceeded`, with the seconds to wait; what `keepAttachment` throws
 */
export const uploadFile: Verb<'uploadFile'> = async (ctx, { body }) => {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const { visitorId, tokenHash, organizationId } = visiting(ctx)
  assertAvailable(await visitedAgent(ctx))
  await assertFewUploads(ctx, ctx.database.read, tokenHash)
  const kept = await keepAttachment(ctx, body.file, 'visitor')
  return ctx.database.transaction(async (tx) => {
    if (!(await lockVisitor(tx, visitorId))) throw new AppError('unauthenticated')
    await assertFewUploads(ctx, tx, tokenHash)
    const by = { organization_id: organizationId, session_id: tokenHash, user_id: null }
    return presentFile(await addUpload(ctx, tx, kept, by))
  })
}

async function assertFewUploads(ctx: Context, db: Db, tokenHash: string): Promise<void> {
  const times = await selectUploadTimes(db, { session_id: tokenHash }, ctx.now() - HOUR_MS)
  if (times.length < AN_HOUR) return
  const resetAt = times[times.length - AN_HOUR]!.created_at + HOUR_MS
  throw tooMany({ resetAt }, ctx.now(), 'These are too many files')
}

/** A file of the conversation that the visitor sees, or one that they are about to send. @throws AppError 404 */
export async function readFile(ctx: Context, { params, query }: VerbInput<'readFile'>): Promise<FileAnswer> {
  const { visitorId, tokenHash } = visiting(ctx)
  const file = orNotFound(await selectAnyAttachment(ctx.database.read, params.id.toLowerCase()))
  const isUnsent = file.session_id === tokenHash && file.conversation_id === null
  const isShown =
    file.conversation_id !== null &&
    file.message_id !== null &&
    (await selectVisit(ctx.database.read, visitorId))?.id === file.conversation_id
  if (!isUnsent && !isShown) throw new AppError('resource_not_found')
  return answerWithFile(ctx, file, query)
}
