import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import type { Actor } from './command.ts'
import { decideAndCommit, stateOf } from './commit.ts'
import { moveEntriesToStart, moveMessages, selectWords } from './move-queries.ts'

/** Notes in two conversations that they belong together. Both are locked by the transaction, and not deleted. */
export async function noteLink(
  deps: Dependencies,
  tx: Tx,
  one: Row<'conversations'>,
  other: Row<'conversations'>,
): Promise<void> {
  await decideAndCommit(deps, tx, await stateOf(tx, one), { kind: 'link', to: other.id })
  await decideAndCommit(deps, tx, await stateOf(tx, other), { kind: 'link', to: one.id })
}

/**
 * Notes that somebody takes part in a conversation from now on, and moves what was written in another one, which is
 * closed, to its end. Both are locked by the transaction, and not deleted.
 * @param from the other conversation; undefined if they wrote in none
 */
export async function moveWords(
  deps: Dependencies,
  tx: Tx,
  {
    to,
    from,
    address,
    by,
  }: { to: Row<'conversations'>; from: Row<'conversations'> | undefined; address: string; by: Actor },
): Promise<void> {
  const words = from ? await selectWords(tx, from.id) : []
  if (from && words.length > 0) {
    const entries = await moveEntriesToStart(tx, from.id)
    await moveMessages(tx, { from: from.id, to: to.id, after: to.message_count, notBefore: to.last_message_at ?? 0 })
    await decideAndCommit(deps, tx, await stateOf(tx, from), { kind: 'words_go', to: to.id, entries, by })
  }
  const source = words.length > 0 ? from!.id : null
  await decideAndCommit(deps, tx, await stateOf(tx, to), { kind: 'words_come', words, from: source, address, by })
}
