import type { SendResult } from './send/smtp-account.ts'

/** Why a mail could not be handed to the mail server, as a sentence that an operator can act on. */
export class MailError extends Error {
  /** Whether the mail server refused this recipient or this message for good, so that trying again is of no use. */
  readonly isPermanent: boolean

  /** @param server host and port */
  constructor({ problem, recipients }: SendResult, isPermanent: boolean, server: string) {
    const verb = isPermanent ? 'refused the mail' : 'did not take the mail'
    super(problem?.message ?? `The mail server ${server} ${verb}. It says: ${recipients[0]?.message}`)
    this.name = 'MailError'
    this.isPermanent = isPermanent
  }
}
