import type { Transporter } from 'nodemailer'
import { compose, type Message } from './compose.ts'
import { toMailError } from './errors.ts'
import type { Mailbox, SmtpAddress } from './smtp-address.ts'

export interface MailSettings {
  smtp: SmtpAddress
  from: Mailbox
}

/** The way out for mail. It goes to the operator's mail server and nowhere else. */
export interface Mail {
  /**
   * Hands a message to the mail server.
   * @throws MailError with a sentence; permanent when the mail server will not take this message later either
   */
  send(message: Message): Promise<void>
}

const CONNECTION_MS = 15_000
const SILENCE_MS = 30_000

/** Mail through one SMTP server. The library is only loaded when there is something to send. */
export function createMail({ smtp, from }: MailSettings): Mail {
  let transport: Promise<Transporter> | undefined
  return {
    async send(message) {
      transport ??= openTransport(smtp)
      try {
        await (await transport).sendMail({
          ...compose(message),
          from,
          to: { name: '', address: message.to }, // an object is one mailbox, whatever characters are in it
          headers: { 'Auto-Submitted': 'auto-generated' }, // nobody's holiday notice answers it (RFC 3834)
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
    // A password is told to another machine over TLS alone; without one a plain relay will do.
    requireTLS: !isSecure && login !== undefined && !isLoopback(host),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
  })
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)
