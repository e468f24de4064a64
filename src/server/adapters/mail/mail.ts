import type { Transporter } from 'nodemailer'
import { compose, type Message } from './compose.ts'
import { toMailError } from './errors.ts'
import type { Mailbox, SmtpAddress } from './smtp-address.ts'

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

const CONNECTION_MS = 15_000
const SILENCE_MS = 30_000

/** Makes the sender for one SMTP server. The SMTP library is loaded with the first mail. */
export function createMail({ smtp, from }: MailSettings): Mail {
  let transport: Promise<Transporter> | undefined
  return {
    async send(message) {
      transport ??= openTransport(smtp)
      try {
        await (await transport).sendMail({
          ...compose(message),
          from,
          to: { name: '', address: message.to }, // as an object, since a text could name several mailboxes
          headers: { 'Auto-Submitted': 'auto-generated' }, // keeps automatic responders from answering (RFC 3834)
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw toMailError(error, smtp)
      }
    },
  }
}

async function openTransport({ host, port, isSecure, login }: SmtpAddress): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: isSecure,
    // A password is sent to another machine over TLS only. Without a password, a mail server without TLS will do.
    requireTLS: !isSecure && login !== undefined && !isLoopback(host),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
  })
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)
