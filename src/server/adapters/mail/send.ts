import type { FastifyBaseLogger } from 'fastify'
import type { Message } from './compose.ts'
import { MailError } from './errors.ts'
import type { Mail } from './mail.ts'

interface Outlet {
  mail: Mail | undefined
  log: FastifyBaseLogger
}

/**
 * Sends a mail, and returns why the mail server refused it for good, if it did.
 * @throws MailError when another attempt may succeed
 */
export async function sendUnlessRefused(mail: Mail, message: Message): Promise<MailError | undefined> {
  try {
    await mail.send(message)
    return undefined
  } catch (error) {
    if (error instanceof MailError && error.isPermanent) return error
    throw error
  }
}

/**
 * Sends a mail. Only the log says if it is refused for good or this process has no mail server.
 * @param what Begins the sentence in the log, for example `A mail about an account`.
 * @throws MailError when another attempt may succeed
 */
export async function sendOrWarn({ mail, log }: Outlet, message: Message, what: string): Promise<void> {
  if (!mail) return log.warn('A mail is not sent: this process has no SMTP_URL')
  const refusal = await sendUnlessRefused(mail, message)
  if (refusal) log.warn({ err: refusal }, `${what} was refused`)
}
