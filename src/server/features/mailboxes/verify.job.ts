import { compose } from '../../adapters/mail/compose.ts'
import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import { domainOf } from '../../adapters/mail/read/addresses.ts'
import { plusAddress, signedId } from '../../adapters/mail/rules/signed-ids.ts'
import { SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { handler } from '../../jobs/handler.ts'
import { idKeys } from './id-keys.ts'
import { type VerifyPayload, verifyJob } from './jobs.ts'
import { noteSending } from './note-problem.ts'
import { lockMailbox, selectAnyMailbox } from './queries.ts'
import { accountOf, senderOf } from './sender.ts'
import { changeProof, verificationOf } from './verification.ts'

/** Sends a mail to a mailbox that proves, when it comes in, that mail arrives there. */
export const verifyHandler = handler(verifyJob, (deps) => ({
  async run(payload, { signal }) {
    const mailbox = await selectAnyMailbox(deps.database.read, payload.mailboxId)
    const known = mailbox && verificationOf(mailbox)
    if (mailbox?.deleted_at !== null || known?.id !== payload.id || known[payload.which].status !== 'sending') return
    const refusal = await send(deps, mailbox, payload, signal)
    await store(deps, payload, refusal)
  },
  failed: (payload, error) => store(deps, payload, error instanceof Error ? error.message : 'It could not be sent.'),
}))

/** @returns why the mail was refused for good; null if it was sent. @throws Error if another attempt may succeed */
async function send(
  deps: Dependencies,
  mailbox: Row<'mailboxes'>,
  { id, which }: VerifyPayload,
  signal: AbortSignal,
): Promise<string | null> {
  const keys = idKeys(deps)
  const { from } = senderOf(deps, mailbox)
  const to = which === 'plus' ? plusAddress(mailbox.address, id, keys) : mailbox.address
  const account = await openedAccount(deps, mailbox)
  if (typeof account === 'string') return account
  if (!account || to === null) return 'There is no mail server to send by.'
  const signed = `<${signedId({ kind: 'v', id }, domainOf(from.address), keys)}>`
  const mail = {
    ...compose({
      to,
      subject: `Mail to ${mailbox.address} arrives (${which === 'plus' ? 2 : 1} of 2)`,
      paragraphs: WORDS,
    }),
    ...{ from, to: [{ name: '', address: to }] },
    messageId: which === 'plus' ? signed.replace('@', '@2.') : signed,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Loop': signed },
  }
  const { recipients, problem } = await deps.smtpAccounts.send(
    account,
    mail,
    { from: from.address, recipients: [to], id: null },
    signal,
  )
  if (problem)
    await deps.database.transaction(async (tx) => {
      const row = await lockMailbox(tx, mailbox.id)
      if (row?.deleted_at === null) await noteSending(deps, tx, row, problem)
    })
  const [result] = recipients
  if (result?.status === 'accepted') return null
  const message = problem?.message ?? result?.message ?? 'It could not be sent.'
  if (result?.status === 'refused' || problem) return message
  throw new Error(message)
}

const WORDS = [
  'Baton has sent this mail to prove that mail to this address arrives there. It opens no conversation, and nobody needs to answer it.',
]

/** The account to send by; if nothing lets it in, a sentence that says so. */
async function openedAccount(deps: Dependencies, mailbox: Row<'mailboxes'>) {
  try {
    return await accountOf(deps, mailbox)
  } catch (error) {
    if (error instanceof SecretUnreadable || error instanceof OauthFailure) return error.message
    throw error
  }
}

function store(deps: Dependencies, { mailboxId, id, which }: VerifyPayload, refusal: string | null): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const mailbox = await lockMailbox(tx, mailboxId)
    if (mailbox?.deleted_at !== null) return
    await changeProof(deps, tx, mailbox, { id, which, status: refusal === null ? 'sent' : 'refused', message: refusal })
  })
}
