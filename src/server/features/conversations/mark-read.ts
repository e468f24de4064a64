import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { readNotificationsOf } from '../notifications/index.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import { lowerReadMark, raiseReadMark, selectReadMark } from './thread-queries.ts'

/** Notes how far the asking member has read. An earlier position than the one that is noted changes nothing. */
export const markRead: Verb<'markConversationRead'> = async (ctx, { conversation, body }) => {
  const place = parsePosition(body.position)
  assertReached(conversation, place, 'position')
  const userId = actingUserId(ctx)
  await ctx.database.transaction(async (tx) => {
    const before = await selectReadMark(tx, conversation.id, userId)
    const isMoved = await raiseReadMark(tx, conversation.id, userId, place)
    await readNotificationsOf(ctx, tx, conversation, userId)
    // Lists show how many messages are unread, but not how many notes and events, so only messages count here.
    if (isMoved && (before?.message ?? -1) < place.message) await tell(ctx, tx, conversation, userId, place.message)
  })
}

/** Marks the last message as unread again for the asking member. */
export const markUnread: Verb<'markConversationUnread'> = async (ctx, { conversation }) => {
  const userId = actingUserId(ctx)
  const message = Math.max(0, conversation.message_count - 1)
  await ctx.database.transaction(async (tx) => {
    await lowerReadMark(tx, conversation.id, userId, message)
    await tell(ctx, tx, conversation, userId, message)
  })
}

/** Emits an event for the member's other windows. It names no agent, because nothing about an agent changes. */
function tell(ctx: Context, tx: Tx, row: Row<'conversations'>, userId: string, count: number): Promise<void> {
  return emit(ctx, tx, row.organization_id, {
    type: 'conversation.read',
    user_id: userId,
    conversation_id: row.id,
    read_count: count,
  })
}
