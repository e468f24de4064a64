import type { ImapAccount } from '../../adapters/mail/imap/imap-account.ts'
import { plusAddress } from '../../adapters/mail/rules/signed-ids.ts'
import type { SmtpAccount } from '../../adapters/mail/send/smtp-account.ts'
import { type Mailbox as Named, operatorsAccount } from '../../adapters/mail/smtp-address.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { accessTokenOf } from '../mail-grants/index.ts'
import { idKeys } from './id-keys.ts'
import { incomingOf, type Outgoing, outgoingOf } from './presenter.ts'
import { passwordPlace } from './settings.ts'

/** Who a mailbox's mail is from. Only by a server of its own is it the mailbox itself, which is not proved otherwise. */
export interface Sender {
  from: Named
  replyTo: Named | null
}

/**
 * @param conversation the id of the conversation that the mail belongs to: answers find it by their address, where such
 *   addresses have been seen to arrive
 */
export function senderOf(
  deps: Pick<Dependencies, 'config' | 'secrets'>,
  mailbox: Row<'mailboxes'>,
  conversation?: string,
): Sender {
  const { mail } = deps.config
  const own = { name: mailbox.name, address: mailbox.address }
  const plus = conversation && mailbox.trusts_plus ? plusAddress(mailbox.address, conversation, idKeys(deps)) : null
  const replyTo = plus === null ? null : { ...own, address: plus }
  if (outgoingOf(mailbox) || !mail) return { from: own, replyTo }
  return { from: { name: mailbox.name, address: mail.from.address }, replyTo: replyTo ?? own }
}

/** Whether there is a server by which a mailbox's mail can leave. */
export const canSend = ({ config }: Pick<Dependencies, 'config'>, mailbox: Row<'mailboxes'>): boolean =>
  outgoingOf(mailbox) !== null || config.mail !== undefined

type Reaching = Pick<Dependencies, 'config' | 'secrets' | 'database' | 'mailOauth' | 'now'>

/**
 * The account by which a mailbox's mail leaves; undefined if there is none.
 * @throws SecretUnreadable; OauthFailure
 */
export async function accountOf(deps: Reaching, mailbox: Row<'mailboxes'>): Promise<SmtpAccount | undefined> {
  const own = outgoingOf(mailbox)
  if (own) return reached(deps, mailbox, 'outgoing', own)
  return deps.config.mail && operatorsAccount(deps.config.mail.smtp)
}

/** A mail server with what it lets in by. */
async function reached<Server extends Outgoing>(
  deps: Reaching,
  mailbox: Row<'mailboxes'>,
  side: 'incoming' | 'outgoing',
  { grant, ...server }: Server,
) {
  if (grant) return { ...server, password: '', accessToken: await accessTokenOf(deps, grant.id) }
  const sealed = mailbox[`${side}_secret`] ?? ''
  return { ...server, password: deps.secrets.open(sealed, passwordPlace(mailbox.id, side)) }
}

/**
 * The account from which a mailbox's mail is fetched; undefined if it is posted.
 * @throws SecretUnreadable; OauthFailure
 */
export async function imapAccountOf(
  deps: Reaching,
  mailbox: Row<'mailboxes'>,
): Promise<(ImapAccount & { folder: string }) | undefined> {
  const incoming = incomingOf(mailbox)
  if (incoming.type === 'http') return undefined
  const { type: _, ...server } = incoming
  return reached(deps, mailbox, 'incoming', server)
}

/** Servers that put what is sent by them in the folder of sent mail by themselves. */
const SAVE_BY_THEMSELVES = /(^|\.)(gmail|googlemail|google|office365|outlook)\.com$/i

/** Whether what a mailbox has sent is to be put in its server's folder of sent mail. */
export function savesSent(mailbox: Row<'mailboxes'>): boolean {
  const incoming = incomingOf(mailbox)
  const isWished = mailbox.save_sent === 1 && outgoingOf(mailbox) !== null
  return isWished && incoming.type === 'imap' && !SAVE_BY_THEMSELVES.test(incoming.host)
}
