import { createImapAccounts } from '../../adapters/mail/imap/imap-accounts.ts'
import { createSmtpAccounts } from '../../adapters/mail/send/smtp-accounts.ts'
import { parseOutboundAllow } from '../../adapters/outbound/allow.ts'
import { createSecrets, SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Row } from '../../db/rows.ts'
import { incomingOf, outgoingOf, passwordPlace, senderOf } from '../../features/mailboxes/index.ts'
import { type Check, type Finding, fine, wrong } from './check.ts'

/** Mailboxes of which a line is printed, as each test of one may take 20 seconds. */
const MOST = 50

type Side = 'incoming' | 'outgoing'

/** Of a mailbox that was signed in to, what the server has found out: only one process may renew what lets it in. */
function signedIn(name: string, { address, error_side, error_message }: Row<'mailboxes'>, side: Side, by: string) {
  if (error_side === side) return wrong(name, `${address}: it was signed in to with ${by}.`, error_message ?? '')
  return fine(name, `${address}: it is signed in to with ${by}, and the server reaches it.`)
}

/** Says of each mailbox when mail last came, and tries whether its mail can be fetched and it can send, without sending. */
export const checkMailboxes: Check = async ({ config, database }) => {
  const mailboxes = database?.mailboxes ?? []
  const secrets = createSecrets({ ...config.secrets, dataDir: config.dataDir })
  const allow = parseOutboundAllow(config.outboundAllow)
  const accounts = createSmtpAccounts({ allow })
  const imap = createImapAccounts({ allow })

  /** @throws SecretUnreadable */
  const passwordOf = (mailbox: Row<'mailboxes'>, side: Side) =>
    secrets.open(mailbox[`${side}_secret`] ?? '', passwordPlace(mailbox.id, side))

  /** What keeps a mailbox's mail from being fetched, as a finding; undefined if nothing does, or it is posted. */
  async function unfetchable(mailbox: Row<'mailboxes'>): Promise<Finding | undefined> {
    const name = 'mailbox in'
    try {
      const incoming = incomingOf(mailbox)
      if (incoming.type === 'http') return undefined
      if (incoming.grant) return signedIn(name, mailbox, 'incoming', incoming.grant.provider)
      const account = { ...incoming, password: passwordOf(mailbox, 'incoming') }
      const { problem } = await imap.test(account, account.folder)
      if (problem) return wrong(name, `${mailbox.address}: its mail can't be fetched.`, problem.message)
      return fine(name, `${mailbox.address}: ${account.host}:${account.port} lets its mail be fetched.`)
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error
      return wrong(name, `${mailbox.address}: its mail can't be fetched.`, error.message)
    }
  }

  async function findingOf(mailbox: Row<'mailboxes'>): Promise<Finding> {
    const name = 'mailbox'
    const came =
      mailbox.received_at === null
        ? 'no mail has come in yet'
        : `mail last came in at ${new Date(mailbox.received_at).toISOString()}`
    const own = outgoingOf(mailbox)
    try {
      if (!own && !config.mail)
        return wrong(
          name,
          `${mailbox.address}: ${came}; none goes out.`,
          'Set SMTP_URL and MAIL_FROM, or give it a mail server.',
        )
      if (!own) return fine(name, `${mailbox.address}: ${came}; it sends by SMTP_URL.`)
      if (own.grant) return signedIn(name, mailbox, 'outgoing', own.grant.provider)
      const { from } = senderOf({ config, secrets }, mailbox)
      const problem = await accounts.test({ ...own, password: passwordOf(mailbox, 'outgoing') }, from.address)
      if (problem) return wrong(name, `${mailbox.address}: ${came}; none goes out.`, problem.message)
      return fine(name, `${mailbox.address}: ${came}; ${own.host}:${own.port} lets it send.`)
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error
      return wrong(name, `${mailbox.address}: ${came}; none goes out.`, error.message)
    }
  }

  const looked = mailboxes.slice(0, MOST)
  const both = await Promise.all(looked.map((mailbox) => Promise.all([findingOf(mailbox), unfetchable(mailbox)])))
  const findings = both.flat().filter((finding) => finding !== undefined)
  const others = mailboxes.length - MOST
  return others > 0 ? [...findings, fine('mailbox', `${others} more were not looked at.`)] : findings
}
