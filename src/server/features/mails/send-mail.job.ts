import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import type { RecipientResult, SendResult, SmtpProblemCode } from '../../adapters/mail/send/smtp-account.ts'
import { SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAnyConversation, mailBounces } from '../conversations/index.ts'
import {
  accountOf,
  changeMailbox,
  lockMailbox,
  type MailboxProblem,
  noteSending,
  savesSent,
  selectAnyMailbox,
} from '../mailboxes/index.ts'
import { isChatMailWanted } from './chat-mail.ts'
import { compose } from './compose-outgoing.ts'
import { continueByMailJob, type SendMailPayload, saveSentJob, sendMailJob } from './jobs.ts'
import { changeMail, selectMail } from './queries.ts'
import { changeDelivery, selectDeliveries, selectEarlierWaiting } from './send-queries.ts'
import { HOUR_MS } from './surroundings.ts'
import { tellMessage } from './tell-message.ts'
import { tryLater } from './try-now.ts'

const MINUTE_MS = 60_000
/** Mails a minute that leave one mailbox. */
const A_MINUTE = 30
/** After each failed attempt, the time until the next; then hourly, and given up a day after the first. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS

/** Makes one attempt to send a mail, unless a person took over since the AI wrote it. */
export const sendMailHandler = handler(sendMailJob, (deps) => ({
  async run({ mailId, mailboxId, number }, { signal }) {
    const mailbox = await selectAnyMailbox(deps.database.read, mailboxId)
    const slowMs = (mailbox?.slow_until ?? 0) - deps.now()
    if (slowMs > 0) return again(deps, { mailId, mailboxId, number }, slowMs)
    const { allowed, resetAt } = await deps.rateLimits.consume(`mail:${mailboxId}`, A_MINUTE)
    if (!allowed) return again(deps, { mailId, mailboxId, number }, resetAt - deps.now())
    const mail = await begin(deps, mailId, number)
    if (!mail) return
    const begun = performance.now()
    const outcome = await attempt(deps, mail, signal)
    tellMail(deps, mail, outcome, { attempt: number, ms: Math.round(performance.now() - begun) })
    await end(deps, mail, outcome)
  },
  async failed({ mailId, mailboxId, number }, error) {
    deps.log.error({ err: error, mailId, mailboxId }, 'a mail could not be written')
    const mail = await selectMail(deps.database.read, mailId)
    if (mail?.attempts !== number - 1 || mail.next_attempt_at === null) return
    const waiting = (await selectDeliveries(deps.database.read, mailId)).filter(({ status }) => status === 'sending')
    const refused = { status: 'refused', code: null, message: NOT_WRITTEN } as const
    const recipients = waiting.map(({ address }) => ({ ...refused, address }))
    await end(deps, mail, { sent: { ...NOTHING_SENT, recipients } })
  },
}))

const NOT_WRITTEN = 'This server could not write the mail, as a file of it may be lost. Write it again.'

async function again(deps: Dependencies, payload: SendMailPayload, waitMs: number): Promise<void> {
  const delaySeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  await deps.database.transaction((tx) => deps.jobs.send(tx, sendMailJob, payload, { delaySeconds }))
}

/**
 * Begins an attempt under the conversation's lock, so that a person either takes over before, and nothing leaves, or
 * after.
 * @returns the mail; undefined if it is not to be sent
 */
function begin(deps: Dependencies, mailId: string, number: number): Promise<Row<'mails'> | undefined> {
  return deps.database.transaction(async (tx) => {
    const found = await selectMail(tx, mailId)
    if (found?.conversation_id == null) return undefined
    const conversation = await lockAnyConversation(tx, found.conversation_id)
    const mail = await selectMail(tx, mailId)
    if (!conversation || !mail || mail.next_attempt_at === null || mail.attempts !== number - 1) return undefined
    const isWanted = await isStillWanted(deps, tx, mail, conversation)
    // It must not overtake an earlier mail, whose job has it tried when that is over.
    if (isWanted && (await selectEarlierWaiting(tx, mail))) return undefined
    for (const { address, status } of await selectDeliveries(tx, mailId))
      if (status === 'queued' || status === 'delayed' || status === 'sending')
        await changeDelivery(tx, mailId, address, {
          status: isWanted ? 'sending' : 'withdrawn',
          ...{ code: null, message: null },
        })
    if (isWanted) return mail
    await changeMail(tx, mailId, { next_attempt_at: null, done_at: deps.now() })
    await tellMessage(deps, tx, conversation, mail)
    await tryLater(deps, tx, mail)
    // Who is back on the page may leave it again without having read.
    if (mail.first_position !== null)
      await deps.jobs.send(tx, continueByMailJob, { conversationId: conversation.id }, { delaySeconds: 60 })
    return undefined
  })
}

async function isStillWanted(
  deps: Dependencies,
  tx: Tx,
  mail: Row<'mails'>,
  conversation: Row<'conversations'>,
): Promise<boolean> {
  if (mail.first_position !== null) return isChatMailWanted(deps, tx, mail, conversation)
  const isFenced = mail.is_ai === 1 && mail.retried_at === null && conversation.response_mode !== 'ai'
  return conversation.deleted_at === null && !isFenced
}

/** What an attempt came to. `unusable`: nothing was tried, as there is no account or nothing lets it in. */
type Outcome = { sent: SendResult } | { unusable: MailboxProblem['code'] | 'no_server'; message: string }

async function attempt(deps: Dependencies, mail: Row<'mails'>, signal: AbortSignal): Promise<Outcome> {
  const { read } = deps.database
  const mailbox = await selectAnyMailbox(read, mail.mailbox_id)
  try {
    const account = mailbox && (await accountOf(deps, mailbox))
    if (!mailbox || !account)
      return { unusable: 'no_server', message: 'No mail server is set up by which this mailbox could send.' }
    const deliveries = await selectDeliveries(read, mail.id)
    const recipients = deliveries.filter(({ status }) => status === 'sending').map(({ address }) => address)
    const composed = await compose(deps, mail, mailbox)
    if (!composed || recipients.length === 0) return { sent: NOTHING_SENT }
    const envelope = { from: composed.from.address, recipients, id: mail.internet_id }
    return { sent: await deps.smtpAccounts.send(account, composed, envelope, signal) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable || error instanceof OauthFailure)) throw error
    const isDeleted = mailbox?.deleted_at !== null
    return {
      unusable: error.code,
      message: isDeleted ? 'The mailbox was deleted before this mail had left.' : error.message,
    }
  }
}

/** Tells in the log what became of an attempt, without a word or an address. */
function tellMail(
  { log }: Dependencies,
  mail: Row<'mails'>,
  outcome: Outcome,
  told: { attempt: number; ms: number },
): void {
  const countOf = (status: RecipientResult['status']) =>
    'sent' in outcome ? outcome.sent.recipients.filter((one) => one.status === status).length : 0
  const problem = 'sent' in outcome ? (outcome.sent.problem?.code ?? null) : outcome.unusable
  const counts = { accepted: countOf('accepted'), refused: countOf('refused'), later: countOf('later') }
  log.info({ ...counts, problem, ...told, mailId: mail.id, mailboxId: mail.mailbox_id }, 'mail')
}

/** What nobody but the mailbox's owner can mend, so that mails wait for it, however long. */
const FOR_PEOPLE: readonly SmtpProblemCode[] = ['login_failed', 'no_tls', 'certificate_invalid', 'address_forbidden']

const NOTHING_SENT: SendResult = { recipients: [], serverId: null, problem: null, isTooFast: false }

/** Stores what an attempt came to, and queues the next one for those whom it did not reach. */
function end(deps: Dependencies, mail: Row<'mails'>, outcome: Outcome): Promise<void> {
  return deps.database.transaction(async (tx) => {
    // In the order in which a mail that comes in locks them, so that the two never wait for each other.
    const mailbox = await lockMailbox(tx, mail.mailbox_id)
    const conversation = await lockAnyConversation(tx, mail.conversation_id!)
    const current = await selectMail(tx, mail.id)
    if (!mailbox || !conversation || !current) return // it has been erased meanwhile
    const now = deps.now()
    const deliveries = await selectDeliveries(tx, mail.id)
    const { results, countsAs } = resultsOf(outcome, deliveries)
    // While the account itself fails, mails wait for it to be mended and nothing of their day is used up.
    const isInTime = !countsAs || now < (mail.retried_at ?? mail.created_at) + GIVEN_UP_AFTER_MS
    const isAlive = isInTime && mailbox.deleted_at === null
    let row = conversation
    for (const { address, status, code, message } of results) {
      const waits = status === 'later' && isAlive
      const to = status === 'accepted' ? 'sent' : waits ? 'delayed' : 'failed'
      await changeDelivery(tx, mail.id, address, { status: to, code, message })
      if (to !== 'failed' || row.deleted_at !== null) continue
      await mailBounces(deps, tx, row, address)
      row = (await lockAnyConversation(tx, row.id)) ?? row
    }
    const waits = isAlive && results.some(({ status }) => status === 'later')
    const attempts = current.attempts + 1
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1]!
    await changeMail(tx, mail.id, {
      ...{ attempts, next_attempt_at: waits ? now + pause : null, done_at: waits ? null : now },
      ...('sent' in outcome && outcome.sent.serverId !== null && { server_id: outcome.sent.serverId }),
    })
    if (waits) {
      const payload = { mailId: mail.id, mailboxId: mail.mailbox_id, number: attempts + 1 }
      await deps.jobs.send(tx, sendMailJob, payload, { delaySeconds: pause / 1_000 })
    }
    if ('sent' in outcome && outcome.sent.isTooFast) await changeMailbox(tx, mailbox.id, { slow_until: now + pause })
    await tellMessage(deps, tx, conversation, mail)
    await tryLater(deps, tx, mail)
    const hadLeft = deliveries.some(({ status }) => status === 'sent')
    if (!hadLeft && results.some(({ status }) => status === 'accepted') && savesSent(mailbox))
      await deps.jobs.send(tx, saveSentJob, { mailId: mail.id, mailboxId: mailbox.id })
    await noteOfMailbox(deps, tx, mailbox, outcome)
  })
}

function resultsOf(
  outcome: Outcome,
  deliveries: readonly Row<'mail_deliveries'>[],
): { results: RecipientResult[]; countsAs: boolean } {
  if ('sent' in outcome) {
    const { recipients, problem } = outcome.sent
    return { results: recipients, countsAs: !problem || !FOR_PEOPLE.includes(problem.code) }
  }
  const sending = deliveries.filter(({ status }) => status === 'sending')
  const told = { status: 'later', code: null, message: outcome.message } as const
  return { results: sending.map(({ address }) => ({ ...told, address })), countsAs: false }
}

/** Keeps with the mailbox when it last sent, or what keeps it from sending. */
async function noteOfMailbox(deps: Dependencies, tx: Tx, mailbox: Row<'mailboxes'>, outcome: Outcome): Promise<void> {
  const problem =
    'sent' in outcome
      ? outcome.sent.problem
      : outcome.unusable === 'no_server'
        ? null
        : { code: outcome.unusable, message: outcome.message }
  const hasSent = 'sent' in outcome && outcome.sent.recipients.some(({ status }) => status === 'accepted')
  if (problem) await noteSending(deps, tx, mailbox, problem)
  else if (hasSent) {
    await noteSending(deps, tx, mailbox, null)
    await changeMailbox(tx, mailbox.id, { sent_at: deps.now() })
  }
}
