import type { MailboxErrorCode } from '#contract/mail-enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { outageJob, sendWaitingJob } from './jobs.ts'
import { changeMailbox } from './queries.ts'
import { tellMailbox } from './save-mailbox.ts'

/** What keeps a mailbox from sending, with a sentence for people. */
export interface SendingProblem {
  code: MailboxErrorCode
  message: string
}

/** What does not pass by itself, and is told at once; seconds until the rest is told. */
const LOST_LOGIN: readonly MailboxErrorCode[] = ['login_failed', 'oauth_revoked', 'secret_unreadable']
const TOLD_AFTER_SECONDS = 15 * 60

/**
 * Keeps with a mailbox, which the caller has locked, what keeps it from sending, or that nothing does. Problems that
 * follow each other are one outage, which lasts since the first of them. At its end what waits is sent at once.
 * Owners and admins are told of it once: of a lost login now, of another when it has lasted for 15 minutes.
 */
export async function noteSending(
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  problem: SendingProblem | null,
): Promise<void> {
  const { error_code: before, error_since, received_at } = mailbox
  if (problem) {
    const since = before === null || before === 'agent_deleted' ? deps.now() : error_since
    const error = { error_code: problem.code, error_message: problem.message, error_since: since }
    await changeMailbox(tx, mailbox.id, { ...error, status: 'failing' })
    const isBeginning = since !== error_since || before === null
    const isLost = LOST_LOGIN.includes(problem.code) && before !== problem.code
    const payload = { mailboxId: mailbox.id, since: since! }
    if (isLost) await deps.jobs.send(tx, outageJob, payload)
    else if (isBeginning) await deps.jobs.send(tx, outageJob, payload, { delaySeconds: TOLD_AFTER_SECONDS })
  } else if (before !== null && before !== 'agent_deleted') {
    const status = received_at === null ? 'unverified' : 'connected'
    await changeMailbox(tx, mailbox.id, { error_code: null, error_message: null, error_since: null, status })
    await deps.jobs.send(tx, sendWaitingJob, { mailboxId: mailbox.id })
  } else return
  if (before !== (problem?.code ?? null)) await tellMailbox(deps, tx, mailbox)
}
