import { actingUserId, type Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import { raiseReadMark } from './thread-queries.ts'

/** Notes how far the asking member has read. An earlier position than the one that is noted changes nothing. */
export async function markRead(
  ctx: Context,
  { conversation, body }: VerbInput<'markConversationRead'>,
): Promise<undefined> {
  const place = parsePosition(body.position)
  assertReached(conversation, place, 'position')
  await ctx.database.transaction((tx) => raiseReadMark(tx, conversation.id, actingUserId(ctx), place))
}
