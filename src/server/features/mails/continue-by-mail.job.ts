import { handler } from '../../jobs/handler.ts'
import { lockAnyConversation } from '../conversations/index.ts'
import { queueChatMail } from './chat-mail.ts'
import { nextAct } from './continuity.ts'
import { continueByMailJob } from './jobs.ts'
import { readLeaving } from './leaving.ts'

/** Mails a visitor what people have written to them since they left a website, or looks again later. */
export const continueByMailHandler = handler(continueByMailJob, (deps) => ({
  run: (payload) =>
    deps.database.transaction(async (tx) => {
      const conversation = await lockAnyConversation(tx, payload.conversationId)
      const left = conversation && (await readLeaving(deps, tx, conversation))
      if (!left) return
      const next = nextAct(left, deps.now())
      if (next.act === 'mail') await queueChatMail(deps, tx, conversation, left)
      if (next.act !== 'wait') return
      const delaySeconds = Math.max(1, Math.ceil(next.ms / 1_000))
      await deps.jobs.send(tx, continueByMailJob, payload, { delaySeconds })
    }),
}))
