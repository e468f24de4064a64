import { notificationPath, notificationSentence } from '#contract/notification-words.ts'
import { sendOrWarn } from '../../adapters/mail/send.ts'
import { handler } from '../../jobs/handler.ts'
import { wishesOf } from '../organizations/index.ts'
import { newsMailJob } from './jobs.ts'
import { selectAccountOf, selectUnseen } from './queries.ts'

const AGAIN = { mailbox: 'it can send again.', model_account: 'it can be used again.' } as const

/** Mails a member of a notification that is still unread, without a word of the visitor's or the note's. */
export const newsMailHandler = handler(newsMailJob, (deps) => ({
  async run(payload) {
    const news = await selectUnseen(deps.database.read, payload)
    if (!news || !wishesOf(news).kinds[news.kind].mail) return
    const found = await selectAccountOf(deps.database.read, news)
    const path = notificationPath(news.kind, news.agent_id, news.conversation_id, found?.account)
    const sentence = notificationSentence(news.kind, news.actor_name, news.count, found?.account)
    const said = news.detail ?? (found && (found.error_message ?? AGAIN[found.account]))
    const details = said == null ? [] : [found ? `${found.name}: ${said}` : said]
    const message = {
      to: news.email,
      subject: sentence,
      paragraphs: [`Hello ${news.user_name},`, `${sentence}, at ${news.agent_name}.`, ...details],
      link: { label: 'Open it', url: `${deps.config.publicUrl}${path}` },
      notes: [`What is mailed to you is your choice: ${deps.config.publicUrl}/settings/notifications`],
    }
    await sendOrWarn(deps, message, 'A mail about a notification')
  },
}))
