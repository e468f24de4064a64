import type { Data } from '#contract/index.ts'
import type { MailProofStatus } from '#contract/mail-enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import type { WhichProof } from './jobs.ts'
import { changeMailbox } from './queries.ts'
import { tellMailbox } from './save-mailbox.ts'

/** For how long the mails of a verification count. */
export const VALID_MS = 24 * 3_600_000

interface Proof {
  status: MailProofStatus
  /** Why it was refused. */
  message: string | null
}

/** How far a mailbox is in proving that mail arrives, as its row keeps it in JSON. */
export interface Verification extends Record<WhichProof, Proof> {
  /** The UUID that the mails' signed ids name. */
  id: string
  started_at: number
  /** The name of the mail server that was learnt from such a mail; null if none was. */
  authserv_id: string | null
}

export const verificationOf = ({ verification }: Pick<Row<'mailboxes'>, 'verification'>): Verification | null =>
  verification === null ? null : JSON.parse(verification)

export const presentVerification = ({
  id: _,
  started_at,
  ...rest
}: Verification): NonNullable<Data<'getMailboxVerification'>> => ({
  ...rest,
  started_at: isoTime(started_at),
  expires_at: isoTime(started_at + VALID_MS),
})

/** Stores how far one of the mails is, unless it has arrived or other mails were sent since. The caller has locked the mailbox. */
export async function changeProof(
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  { id, which, ...proof }: Proof & { id: string; which: WhichProof },
): Promise<void> {
  const known = verificationOf(mailbox)
  if (known?.id !== id || known[which].status === 'arrived') return
  await changeMailbox(tx, mailbox.id, { verification: JSON.stringify({ ...known, [which]: proof }) })
  await tellMailbox(deps, tx, mailbox)
}

/**
 * Notes that a mail of a verification has arrived in a mailbox, which the caller has locked. If it came by the address
 * with a token, answers may find their conversation by such addresses. The mail server that has checked its sender is
 * the mailbox's own, unless somebody has named another.
 * @param proof `authservId`: the server's name, if the mail says it
 */
export async function proveMailbox(
  deps: Dependencies,
  tx: Tx,
  mailbox: Row<'mailboxes'>,
  { id, which, authservId }: { id: string; which: WhichProof; authservId: string | null },
): Promise<void> {
  const known = verificationOf(mailbox)
  if (known?.id !== id || deps.now() >= known.started_at + VALID_MS) return
  const learns = authservId !== null && [null, known.authserv_id].includes(mailbox.authserv_id)
  const after: Verification = {
    ...{ ...known, [which]: { status: 'arrived', message: null } },
    ...(learns && { authserv_id: authservId }),
  }
  const changes: RowChanges<'mailboxes'> = {
    verification: JSON.stringify(after),
    ...(which === 'plus' && { trusts_plus: 1 }),
    ...(learns && { authserv_id: authservId }),
  }
  await changeMailbox(tx, mailbox.id, changes)
  await tellMailbox(deps, tx, mailbox)
}
