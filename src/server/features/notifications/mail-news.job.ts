import { notificationPath, notificationSentence } from '#contract/notification-words.ts'
import { sendOrWarn } from '../../adapters/mail/send.ts'
import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { wishesOf } from '../organizations/index.ts'
import { type NewsMailPayload, newsMailJob } from './jobs.ts'
import { selectMailboxOf, selectUnseen } from './queries.ts'

/** Mails a member of a notification that is still unread, without a word of the visitor's or the note's. */
export function newsMailHandler(deps: Dependencies): JobHandler<NewsMailPayload> {
  return {
    definition: newsMailJob,
    async run(payload) {
      const news = await selectUnseen(deps.database.read, payload)
      if (!news || !wishesOf(news).kinds[news.kind].mail) return
      const mailbox = await selectMailboxOf(deps.database.read, news)
      const path = notificationPath(news.kind, news.agent_id, news.conversation_id, mailbox !== undefined)
      const sentence = notificationSentence(news.kind, news.actor_name, news.count, mailbox !== undefined)
      const details = mailbox ? [`${mailbox.address}: ${mailbox.error_message ?? 'it can send again.'}`] : []
      const message = {
        to: news.email,
        subject: sentence,
        paragraphs: [`Hello ${news.user_name},`, `${sentence}, at ${news.agent_name}.`, ...details],
        link: { label: 'Open it', url: `${deps.config.publicUrl}${path}` },
        notes: [`What is mailed to you is your choice: ${deps.config.publicUrl}/settings/notifications`],
      }
      await sendOrWarn(deps, message, 'A mail about a notification')
    },
  }
}
