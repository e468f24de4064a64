import type { Dependencies } from '../../context.ts'
import { eraseAnswersAbout } from '../../db/idempotency-keys.ts'
import { lockRow } from '../../db/lock.ts'
import { takeOutConversation } from '../conversations/index.ts'
import { deleteIdleVisitors } from '../widget/index.ts'
import { deleteConversationRows, lockWebsiteVisitorOf, selectMessageIds } from './queries.ts'

const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Erases a conversation and every copy of its content, in a transaction of its own. Lists and totals change as if it
 * were deleted. Does nothing to one that is gone. With their last conversation goes what is known of a website's visitor
 * whose visit has ended.
 */
export async function eraseConversation(
  deps: Dependencies,
  conversation: { id: string; agent_id: string },
): Promise<void> {
  const { id } = conversation
  await deps.database.transaction(async (tx) => {
    // Whoever writes locks the visitor before the conversation, too: the other order could end in a deadlock.
    const visitorId = await lockWebsiteVisitorOf(tx, id)
    await lockRow(tx, 'conversations', id) // also of a deleted one, so that nobody copies of it what is about to go
    await takeOutConversation(deps, tx, id)
    const recent = await selectMessageIds(tx, id, deps.now() - ANSWERS_KEPT_MS)
    for (const erase of deps.erasers) await erase(tx, conversation)
    await eraseAnswersAbout(tx, id, [id, ...recent])
    await deleteConversationRows(tx, id)
    if (visitorId) await deleteIdleVisitors(tx, [visitorId])
  })
}
