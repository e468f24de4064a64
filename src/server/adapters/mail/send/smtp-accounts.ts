import type { AllowEntry } from '../../outbound/allow.ts'
import type { Resolve } from '../../outbound/resolve.ts'
import type { ComposedMail } from '../compose/composed-mail.ts'
import type { SendResult, SmtpAccount, SmtpProblem } from './smtp-account.ts'

export interface Envelope {
  /** The address to which reports of failed delivery go. */
  from: string
  /** Those to whom this attempt goes, Bcc included: on a later attempt those that have not got it yet. */
  recipients: readonly string[]
  /** By what reports name this mail, such as its Message-ID without angle brackets; null asks for no reports. */
  id: string | null
}

export interface SmtpAccounts {
  /**
   * Makes one attempt to send a mail. Whatever the server says or fails to say is a result and no error. If it dies after
   * the mail's last dot and before it has answered, recipients are `later`, and may get the mail twice.
   * @throws the signal's reason, if that ended the attempt
   */
  send(account: SmtpAccount, mail: ComposedMail, envelope: Envelope, signal?: AbortSignal): Promise<SendResult>
  /** Connects and logs in, in 20 s at most; null if both went well. Nothing is sent. */
  test(account: SmtpAccount): Promise<SmtpProblem | null>
}

/**
 * Sends mail by mail servers that people have named: to checked addresses and usual ports alone, unless the operator has
 * allowed others.
 * @param settings Tests replace DNS with `resolve`
 */
export declare function createSmtpAccounts(settings: { allow: readonly AllowEntry[]; resolve?: Resolve }): SmtpAccounts
