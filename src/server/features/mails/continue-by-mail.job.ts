import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { lockAnyConversation } from '../conversations/index.ts'
import { queueChatMail } from './chat-mail.ts'
import { nextAct } from './continuity.ts'
import { type ContinuePayload, continueByMailJob } from './jobs.ts'
import { readLeaving } from './leaving.ts'

/** Mails a visitor what people have written to them since they left a website, or looks again later. */
export function continueByMailHandler(deps: Dependencies): JobHandler<ContinuePayload> {
  return {
    definition: continueByMailJob,
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
  }
}
