import type { Dependencies } from '../../context.ts'
import { eraseAnswersAbout } from '../../db/idempotency-keys.ts'
import { lockRow } from '../../db/lock.ts'
import { takeOutConversation } from '../conversations/index.ts'
import { deleteIdleVisitors } from '../widget/index.ts'
import { deleteConversationRows, lockWebsiteVisitorOf, selectMessageIds } from './queries.ts'

const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Erases a conversation and every copy of its content, in a transaction of its own. Lists and totals change as if it
 * were deleted. Does nothing if it no longer exists. If it was the last one of a website's visitor whose visit has
 * ended, the visitor's own record is deleted too.
 */
export async function eraseConversation(
  deps: Dependencies,
  conversation: { id: string; agent_id: string },
): Promise<void> {
  const { id } = conversation
  await deps.database.transaction(async (tx) => {
    // Whoever stores a visitor's message locks the visitor before the conversation, too: the other order could
    // deadlock.
    const visitorId = await lockWebsiteVisitorOf(tx, id)
    await lockRow(tx, 'conversations', id) // even if it is deleted, so that nobody copies what is about to be erased
    await takeOutConversation(deps, tx, id)
    const recent = await selectMessageIds(tx, id, deps.now() - ANSWERS_KEPT_MS)
    for (const erase of deps.erasers) await erase(tx, conversation)
    await eraseAnswersAbout(tx, id, [id, ...recent])
    await deleteConversationRows(tx, id)
    if (visitorId) await deleteIdleVisitors(tx, [visitorId])
  })
}
