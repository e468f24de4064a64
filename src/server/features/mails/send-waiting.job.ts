import { handler } from '../../jobs/handler.ts'
import { lockAnyConversation } from '../conversations/index.ts'
import { sendWaitingJob } from '../mailboxes/index.ts'
import { selectMail } from './queries.ts'
import { selectDeliveries, selectWaitingIn } from './send-queries.ts'
import { isBeingSent, tryNow } from './try-now.ts'

/** Has each mail that waits to leave a mailbox tried at once, but for those that are being sent. */
export const sendWaitingHandler = handler(sendWaitingJob, (deps) => ({
  async run({ mailboxId }, { signal }) {
    for (const { id, conversation_id } of await selectWaitingIn(deps.database.read, mailboxId)) {
      signal.throwIfAborted()
      await deps.database.transaction(async (tx) => {
        await lockAnyConversation(tx, conversation_id!)
        const mail = await selectMail(tx, id)
        if (mail?.next_attempt_at == null || isBeingSent(await selectDeliveries(tx, id))) return
        await tryNow(deps, tx, mail)
      })
    }
  },
}))
