import type { SmtpAccount } from '../../adapters/mail/send/smtp-account.ts'
import { type Mailbox as Named, operatorsAccount } from '../../adapters/mail/smtp-address.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { outgoingOf } from './presenter.ts'
import { passwordPlace } from './settings.ts'

/** Who a mailbox's mail is from. Only by a server of its own is it the mailbox itself, which is not proved otherwise. */
export interface Sender {
  from: Named
  replyTo: Named | null
}

export function senderOf({ config }: Pick<Dependencies, 'config'>, mailbox: Row<'mailboxes'>): Sender {
  const own = { name: mailbox.name, address: mailbox.address }
  if (outgoingOf(mailbox) || !config.mail) return { from: own, replyTo: null }
  return { from: { name: mailbox.name, address: config.mail.from.address }, replyTo: own }
}

/** Whether there is a server by which a mailbox's mail can leave. */
export const canSend = ({ config }: Pick<Dependencies, 'config'>, mailbox: Row<'mailboxes'>): boolean =>
  outgoingOf(mailbox) !== null || config.mail !== undefined

/**
 * The account by which a mailbox's mail leaves; undefined if there is none.
 * @throws SecretUnreadable
 */
export function accountOf(
  { config, secrets }: Pick<Dependencies, 'config' | 'secrets'>,
  mailbox: Row<'mailboxes'>,
): SmtpAccount | undefined {
  const own = outgoingOf(mailbox)
  if (own) return { ...own, password: secrets.open(mailbox.outgoing_secret ?? '', passwordPlace(mailbox.id)) }
  return config.mail && operatorsAccount(config.mail.smtp)
}
