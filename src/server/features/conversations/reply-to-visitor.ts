import { actingUserId } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { attach, filesFor } from '../attachments/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { decideAndCommit } from './commit.ts'
import { selectPendingMails } from './mail-queries.ts'
import { openAsOnlyOne } from './one-open.ts'
import { presentThreadMessage } from './present-thread.ts'
import { noteSuggestionUsed } from './suggestions.ts'
import { withFiles } from './thread-files.ts'
import { withMails } from './thread-mails.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import { selectThreadMessage, selectWrittenByOthers } from './thread-queries.ts'
import { authorOf } from './world.ts'

/**
 * Sends a member's reply, and reopens a closed conversation. Refuses it unless `force` is set if others of the team
 * have written after what the member had seen (the stale-send guard), checked in the storing transaction.
 * @throws AppError 409 `reply_is_stale` with what was written; 409 `conversation_conflict` if the visitor has opened
 * another conversation since this one was closed; 422 on `attachments`; 423 `agent_unavailable`
 */
export const replyToVisitor: Verb<'replyToVisitor'> = (ctx, { agent, conversation, body }) => {
  assertAvailable(agent)
  const { closes, force } = body
  const seen = parsePosition(body.seen_position)
  return openAsOnlyOne(ctx, conversation, () =>
    holdingAsMember(ctx, conversation, async (tx, state) => {
      assertReached(state.row, seen, 'seen_position')
      if (!force) await assertNothingNew(tx, conversation.id, seen.message, actingUserId(ctx))
      const uploader = { user_id: actingUserId(ctx), organization_id: conversation.organization_id }
      const { files, content } = await filesFor(ctx, tx, uploader, body)
      await noteSuggestionUsed(tx, state.row, { ...body, content })
      const id = newId()
      // Before the message, with which a mail may be queued that brings them.
      await attach(tx, files, { id, conversation_id: conversation.id })
      const command = { kind: 'person_writes', id, content, author: authorOf(ctx), reopens: true, closes } as const
      const { added } = await decideAndCommit(ctx, tx, state, command)
      const message = await selectThreadMessage(tx, conversation.id, added[0]!.position)
      const items = await withFiles(tx, conversation, [presentThreadMessage(message)])
      const [item] = await withMails(tx, conversation, items)
      return ctx.answer(tx, item!)
    }),
  )
}

/**
 * The stale-send guard, for which a mail that others have sent and may still take back counts as written.
 * @throws AppError 409 `reply_is_stale` if others of the team have written after what was seen
 */
export async function assertNothingNew(tx: Db, conversationId: string, seen: number, userId: string): Promise<void> {
  const written = await selectWrittenByOthers(tx, conversationId, seen, userId)
  const sent = (await selectPendingMails(tx, conversationId)).filter((mail) => mail.user_id !== userId)
  if (written.length + sent.length === 0) return
  const details = [...written, ...sent.map((mail) => ({ ...mail, author_type: 'member', key_name: null }))].map(
    ({ author_type, user_name, key_name, content }) => {
      const name = (author_type === 'key' ? key_name : user_name) ?? 'A person'
      return { field: 'seen_position', message: `${name}: ${content}` }
    },
  )
  throw new AppError('reply_is_stale', { details })
}
