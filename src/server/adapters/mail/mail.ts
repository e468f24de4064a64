import { compose, type Message } from './compose.ts'
import { MailError } from './errors.ts'
import { createSmtpAccounts, type SmtpAccounts } from './send/smtp-accounts.ts'
import { type Mailbox, operatorsAccount, type SmtpAddress } from './smtp-address.ts'

export interface MailSettings {
  smtp: SmtpAddress
  from: Mailbox
}

export interface Mail {
  /**
   * @throws MailError with a sentence; its `isPermanent` is set when the mail server would refuse a second attempt too
   */
  send(message: Message): Promise<void>
}

/** Makes the sender of this server's own mails, which go by the operator's SMTP server. */
export function createMail(
  { smtp, from }: MailSettings,
  accounts: SmtpAccounts = createSmtpAccounts({ allow: [] }),
): Mail {
  const account = operatorsAccount(smtp)
  return {
    async send(message) {
      const mail = {
        ...compose(message),
        from,
        to: [{ name: '', address: message.to }],
        headers: { 'Auto-Submitted': 'auto-generated' }, // keeps automatic responders from answering (RFC 3834)
      }
      const result = await accounts.send(account, mail, { from: from.address, recipients: [message.to], id: null })
      const [recipient] = result.recipients
      if (recipient && recipient.status !== 'accepted')
        throw new MailError(result, recipient.status === 'refused', `${smtp.host}:${smtp.port}`)
    },
  }
}
