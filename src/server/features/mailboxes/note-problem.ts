import type { MailboxErrorCode } from '#contract/mail-enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { outageJob, sendWaitingJob } from './jobs.ts'
import { mendedColumns } from './presenter.ts'
import { changeMailbox } from './queries.ts'
import { tellMailbox } from './save-mailbox.ts'

/** What keeps a mailbox from sending or from fetching, with a sentence for people. */
export interface MailboxProblem {
  code: MailboxErrorCode
  message: string
}

/** What does not pass by itself, and is told at once; seconds until the rest is told. */
const LOST_LOGIN: readonly MailboxErrorCode[] = ['login_failed', 'oauth_revoked', 'secret_unreadable']
const TOLD_AFTER_SECONDS = 15 * 60

/** Notes whether a mailbox, which the caller has locked, can send; see `noteProblem`. At the end of an outage what waits is sent. */
export const noteSending = (
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  problem: MailboxProblem | null,
): Promise<void> => noteProblem(deps, tx, mailbox, 'outgoing', problem)

/**
 * Keeps with a mailbox, which the caller has locked, what keeps it from sending or fetching, or that nothing does.
 * Problems of one side that follow each other are one outage, which lasts since the first of them; what is wrong with the
 * other side meanwhile is noted once that one is over. Owners and admins are told of an outage once: of a lost login now,
 * of another when it has lasted for 15 minutes.
 */
export async function noteProblem(
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  side: 'incoming' | 'outgoing',
  problem: MailboxProblem | null,
): Promise<void> {
  const { error_code: before, error_since, error_side, status } = mailbox
  if (before !== null && before !== 'agent_deleted' && error_side !== null && error_side !== side) return
  if (problem) {
    const since = before === null || before === 'agent_deleted' ? deps.now() : error_since
    const error = { error_code: problem.code, error_message: problem.message, error_since: since }
    await changeMailbox(tx, mailbox.id, { ...error, error_side: side, status: 'failing' })
    const isBeginning = since !== error_since || before === null
    const isLost = LOST_LOGIN.includes(problem.code) && before !== problem.code
    const payload = { mailboxId: mailbox.id, since: since! }
    if (isLost) await deps.jobs.send(tx, outageJob, payload)
    else if (isBeginning) await deps.jobs.send(tx, outageJob, payload, { delaySeconds: TOLD_AFTER_SECONDS })
  } else if (before !== null && before !== 'agent_deleted') {
    await changeMailbox(tx, mailbox.id, mendedColumns(mailbox))
    if (side === 'outgoing') await deps.jobs.send(tx, sendWaitingJob, { mailboxId: mailbox.id })
  } else if (side === 'incoming' && status === 'connecting') {
    await changeMailbox(tx, mailbox.id, { status: 'connected' })
    return tellMailbox(deps, tx, mailbox)
  } else return
  if (before !== (problem?.code ?? null)) await tellMailbox(deps, tx, mailbox)
}
