import type { SmtpAddress } from './smtp-address.ts'

/** Why a mail could not be handed to the mail server, as a sentence that an operator can act on. */
export class MailError extends Error {
  /** Whether the mail server refused this recipient or this message for good, so that trying again is of no use. */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean, cause: unknown) {
    super(message, { cause })
    this.name = 'MailError'
    this.isPermanent = isPermanent
  }
}

export function toMailError(error: unknown, { host, port }: SmtpAddress): MailError {
  const { code, responseCode, response, message } = error as Partial<Record<string, unknown>>
  const server = `The mail server ${host}:${port}`
  const answer = typeof response === 'string' ? ` It says: ${response.slice(0, 300)}` : ''
  const isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500
  if (isPermanent) return new MailError(`${server} refused the mail.${answer}`, true, error)
  if (code === 'EAUTH') return new MailError(`${server} refused user and password.${answer}`, false, error)
  if (code === 'ETLS')
    return new MailError(`${server} made no secure connection, without which no password is sent.`, false, error)
  if (answer) return new MailError(`${server} did not take the mail.${answer}`, false, error)
  return new MailError(`${server} can't be reached: ${String(message)}.`, false, error)
}
