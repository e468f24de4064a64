import type { Dependencies } from '../../context.ts'
import { eraseAnswersAbout } from '../../db/idempotency-keys.ts'
import type { Row } from '../../db/rows.ts'
import { lockAnyConversation, takeOutConversation } from '../conversations/index.ts'
import { deleteIdleVisitors } from '../widget/index.ts'
import { deleteConversationRows, lockWebsiteVisitorOf } from './queries.ts'

/**
 * Erases a conversation, with what webhook deliveries, the search index and stored answers hold of it. Sources taught
 * from it stay; totals change as if it were deleted. The record of a visitor goes with their last conversation once
 * their visits have ended.
 * @param isStillDue whether it is still to be erased, by the row as it is once nobody else can change it any more
 */
export async function eraseConversation(
  deps: Dependencies,
  id: string,
  isStillDue: (row: Row<'conversations'>) => boolean,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    // A visitor's message locks the visitor before the conversation, too: the other order could deadlock.
    const visitorId = await lockWebsiteVisitorOf(tx, id)
    // The conversation is locked even if it is deleted, so that nobody copies what is about to be erased.
    const row = await lockAnyConversation(tx, id)
    if (!row || !isStillDue(row)) return
    await takeOutConversation(deps, tx, id)
    for (const erase of deps.erasers) await erase(tx, row)
    await eraseAnswersAbout(tx, id)
    await deleteConversationRows(tx, id)
    if (visitorId) await deleteIdleVisitors(tx, [visitorId])
  })
}
