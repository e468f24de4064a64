import { handler } from '../../jobs/handler.ts'
import { lockAnyConversation, personMails } from '../conversations/index.ts'
import { storePendingJob } from './jobs.ts'
import { deletePending, selectPending, selectPendingUpTo } from './pending-queries.ts'

/**
 * Stores the message of a mail that can't be taken back any more, by which it is mailed. Those of the conversation that
 * were to leave before it are stored first.
 */
export const storePendingHandler = handler(storePendingJob, (deps) => ({
  run: ({ id }) =>
    deps.database.transaction(async (tx) => {
      const found = await selectPending(tx, id)
      const conversation = found && (await lockAnyConversation(tx, found.conversation_id))
      if (conversation?.deleted_at !== null) return
      const mail = await selectPending(tx, id) // again, as it may have been taken back before the lock
      for (const each of mail ? await selectPendingUpTo(tx, conversation.id, mail) : []) {
        const row = await lockAnyConversation(tx, conversation.id)
        await personMails(deps, tx, row!, each)
        await deletePending(tx, [each.id])
      }
    }),
}))
