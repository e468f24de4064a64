import type { Dependencies } from '../context.ts'
import { requestResetHandler } from '../features/account/request-reset.job.ts'
import { accountMailHandler } from '../features/account/send-mail.job.ts'
import { waitHandler } from '../features/alerts/look-at-wait.job.ts'
import { alertMailHandler } from '../features/alerts/mail.job.ts'
import { checksDueHandler } from '../features/checks/checks-due.job.ts'
import { checkRunHandler, providerCheckRunHandler } from '../features/checks/run-checks.job.ts'
import { providerReplyHandler, replyHandler } from '../features/conversations/reply.job.ts'
import { suggestHandler } from '../features/conversations/suggest.job.ts'
import { unassignHandler } from '../features/conversations/unassign.job.ts'
import { wakeHandler } from '../features/conversations/wake.job.ts'
import { crawlHandler } from '../features/crawls/run-crawl.job.ts'
import { noteQuestionHandler } from '../features/gaps/note-question.job.ts'
import { impactHandler } from '../features/impact/find-impact.job.ts'
import { takeOffHandler } from '../features/labels/take-off.job.ts'
import { outageHandler } from '../features/mailboxes/outage.job.ts'
import { verifyHandler } from '../features/mailboxes/verify.job.ts'
import { continueByMailHandler } from '../features/mails/continue-by-mail.job.ts'
import { readMailHandler } from '../features/mails/read-mail.job.ts'
import { saveSentHandler } from '../features/mails/save-sent.job.ts'
import { sendMailHandler } from '../features/mails/send-mail.job.ts'
import { sendWaitingHandler } from '../features/mails/send-waiting.job.ts'
import { storePendingHandler } from '../features/mails/store-pending.job.ts'
import { mailInvitationHandler } from '../features/members/mail-invitation.job.ts'
import { newsMailHandler } from '../features/notifications/mail-news.job.ts'
import { pushHandler } from '../features/notifications/push.job.ts'
import { outageHandler as modelOutageHandler } from '../features/own-models/outage.job.ts'
import { retentionHandler } from '../features/privacy/retention.job.ts'
import { visitorJobHandler } from '../features/privacy/visitors.job.ts'
import { applyHandler } from '../features/sites/apply.job.ts'
import { planHandler } from '../features/sites/plan.job.ts'
import { purgeHandler } from '../features/sources/purge-sources.job.ts'
import { refreshHandler } from '../features/sources/refresh-sources.job.ts'
import { removeFileHandler } from '../features/sources/remove-file.job.ts'
import { bulkHandler } from '../features/sources/run-bulk.job.ts'
import { trainHandler } from '../features/sources/train-source.job.ts'
import { alarmMailHandler } from '../features/system/mail-alarm.job.ts'
import { askAgainHandler } from '../features/teaching/ask-again.job.ts'
import { proveHandler, providerProveHandler } from '../features/teaching/prove.job.ts'
import { deliverHandler } from '../features/webhooks/deliver-webhook.job.ts'
import type { JobHandler } from '../platform/platform.ts'
import { assertRoom } from '../process/disk-reserve.ts'

const handlers = [
  replyHandler,
  providerReplyHandler,
  suggestHandler,
  wakeHandler,
  waitHandler,
  alertMailHandler,
  newsMailHandler,
  pushHandler,
  takeOffHandler,
  noteQuestionHandler,
  askAgainHandler,
  unassignHandler,
  removeFileHandler,
  refreshHandler,
  purgeHandler,
  bulkHandler,
  deliverHandler,
  readMailHandler,
  continueByMailHandler,
  outageHandler,
  alarmMailHandler,
  modelOutageHandler,
  verifyHandler,
  sendMailHandler,
  saveSentHandler,
  storePendingHandler,
  sendWaitingHandler,
  requestResetHandler,
  accountMailHandler,
  mailInvitationHandler,
  visitorJobHandler,
  retentionHandler,
  checksDueHandler,
  checkRunHandler,
  providerCheckRunHandler,
  proveHandler,
  providerProveHandler,
  impactHandler,
]

/** What takes room on the disk and can wait. */
const thatNeedRoom = [trainHandler, crawlHandler, planHandler, applyHandler]

/** A handler whose runs are put off while there is no room, which uses up none of its attempts. */
const afterRoom = (deps: Dependencies, handler: JobHandler<never>): JobHandler<never> => ({
  ...handler,
  async run(payload, run) {
    await assertRoom(deps.config, 'rows')
    await handler.run(payload, run)
  },
})

/** The handlers of all jobs. Each gets only its own job's payloads, which is why their type may be erased here. */
export function jobHandlers(deps: Dependencies): JobHandler<never>[] {
  return [
    ...handlers.map((create) => create(deps) as JobHandler<never>),
    ...thatNeedRoom.map((create) => afterRoom(deps, create(deps) as JobHandler<never>)),
  ]
}
