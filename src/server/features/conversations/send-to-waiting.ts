import { actingUserId, type PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { withSavepoint } from '../../db/savepoint.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { assertAvailable } from '../agents/index.ts'
import { holdActingMember } from './acting-member.ts'
import { decideAndCommit, holdConversation } from './commit.ts'
import { lockOwned } from './queries.ts'
import { assertNothingNew } from './reply-to-visitor.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import { authorOf } from './world.ts'

/**
 * Sends one text as the member's own message to visitors who wait for a person, each unless others of the team have
 * written since the member looked.
 * @returns for each conversation of the organization null, or the code of the error for which it was not sent:
 * `reply_is_stale` also where nobody waits any more
 * @throws AppError 403 if the member has been removed; 423 `agent_unavailable`
 */
export async function sendToWaiting(
  ctx: PostContext,
  tx: Tx,
  agent: Row<'agents'>,
  content: string,
  wanted: readonly { conversation_id: string; seen_position: string }[],
): Promise<Map<string, string | null>> {
  assertAvailable(agent)
  await holdActingMember(ctx, tx, agent.organization_id)
  // Of a conversation that is named more than once, the first position counts, as the first outcome is the one that sends.
  const seen = new Map(
    wanted.toReversed().map(({ conversation_id, seen_position }) => [conversation_id, seen_position]),
  )
  const codes = new Map<string, string | null>()
  if (seen.size === 0) return codes
  for (const { id } of await lockOwned(tx, agent.organization_id, [...seen.keys()]))
    codes.set(id, await sendOne(ctx, tx, { id, content, seen: seen.get(id)! }))
  return codes
}

async function sendOne(
  ctx: PostContext,
  tx: Tx,
  { id, content, seen }: { id: string; content: string; seen: string },
): Promise<string | null> {
  try {
    const state = await holdConversation(tx, id)
    const place = parsePosition(seen)
    assertReached(state.row, place, 'conversations')
    await assertNothingNew(tx, id, place.message, actingUserId(ctx))
    if (state.row.waiting_since === null) throw new AppError('reply_is_stale')
    await withSavepoint(tx, () =>
      decideAndCommit(ctx, tx, state, { kind: 'person_writes', content, author: authorOf(ctx) }),
    )
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
