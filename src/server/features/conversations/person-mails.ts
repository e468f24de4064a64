import { actingUserId, type Context, type Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { holdActingMember, holdingAsMember } from './acting-member.ts'
import { commit, decideAndCommit, stateOf } from './commit.ts'
import { decideOpening } from './open-conversation.ts'
import { assertNothingNew } from './reply-to-visitor.ts'
import { noteSuggestionUsed } from './suggestions.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import { authorOf, worldOf } from './world.ts'

/**
 * Takes a conversation over for a mail that a member sends and that is stored later, by `personMails`. What may forbid a
 * reply forbids the mail now. `work` runs in the same transaction.
 * @throws AppError 409 `reply_is_stale` if others have written; what `work` throws
 */
export function takingOver<T>(
  ctx: Context,
  conversation: Row<'conversations'>,
  { seen_position, force }: { seen_position: string; force: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const seen = parsePosition(seen_position)
  return holdingAsMember(ctx, conversation, async (tx, state) => {
    assertReached(state.row, seen, 'seen_position')
    if (!force) await assertNothingNew(tx, conversation.id, seen.message, actingUserId(ctx))
    await decideAndCommit(ctx, tx, state, { kind: 'person_takes_over', author: authorOf(ctx) })
    return work(tx)
  })
}

/** Opens a conversation that a member begins by a mail, which is stored later; people have it, and first of all they. */
export async function openByMember(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  address: string,
): Promise<Row<'conversations'>> {
  await holdActingMember(ctx, tx, agent.organization_id)
  const opened = decideOpening(
    agent,
    {
      origin: 'email',
      chatUser: { id: address, name: null, email: address },
      identityVerified: false,
      messages: [],
      mode: 'human',
      assigneeId: actingUserId(ctx),
    },
    worldOf(ctx),
  )
  await commit(ctx, tx, opened)
  return opened.after
}

/** Stores a member's mail whose time to be taken back is over, in a conversation that the transaction has locked. */
export async function personMails(
  deps: Dependencies,
  tx: Tx,
  row: Row<'conversations'>,
  mail: Row<'pending_mails'>,
): Promise<void> {
  const { id, content, user_id, closes } = mail
  await noteSuggestionUsed(tx, row, mail)
  const author = { userId: user_id, keyId: null }
  const command = { kind: 'person_writes', id, content, author, hasTakenOver: true, closes: closes === 1 } as const
  await decideAndCommit(deps, tx, await stateOf(tx, row), command)
}

/** Deletes a conversation that nothing was ever written in, as its first mail was taken back. */
export async function discardEmpty(deps: Dependencies, tx: Tx, row: Row<'conversations'>): Promise<void> {
  if (row.message_count === 0) await decideAndCommit(deps, tx, await stateOf(tx, row), { kind: 'delete' })
}
