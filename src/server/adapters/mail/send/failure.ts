import { OutboundError } from '../../outbound/errors.ts'
import { isSmtpReply, type Reply, readReply } from './reply.ts'
import type { SmtpProblemCode } from './smtp-account.ts'

/** What is wrong with an account, where neither the server nor the system has an error for it. */
export class SmtpFailure extends Error {
  readonly code: SmtpProblemCode

  constructor(code: SmtpProblemCode) {
    super(code)
    this.name = 'SmtpFailure'
    this.code = code
  }
}

/** What an attempt failed on: the account, or the mail alone where `problem` is null. */
export interface Failure {
  problem: SmtpProblemCode | null
  /** Whether another attempt may succeed. */
  isPassing: boolean
  isTooFast: boolean
  /** What the server answered, if it did. */
  reply: Reply | null
}

/** An error of nodemailer: its own code, the system's before it, the server's words, and the command they answer. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  response?: string
  command?: string
}

const CERTIFICATE = /CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/
const NO_TLS_THERE = /^(EPROTO|ERR_SSL_)/
const BY_OUTBOUND: Partial<Record<OutboundError['code'], SmtpProblemCode>> = {
  blocked: 'address_forbidden',
  unknown_host: 'host_not_found',
  dns: 'host_not_found',
  timeout: 'timed_out',
}

/** Reads why a connection, a login or a whole mail failed. */
export function failureOf(error: unknown): Failure {
  const { response, code = '', command = '' } = error as Partial<SmtpError>
  if (typeof response === 'string' && isSmtpReply(response)) return refusalOf(readReply(response), command)
  // Without an answer these two mean that this mail can't be sent by anybody, as it is too large for example.
  const isOfMail = ['EMESSAGE', 'EENVELOPE'].includes(code)
  return { problem: isOfMail ? null : unspoken(error), isPassing: !isOfMail, isTooFast: false, reply: null }
}

/** What is wrong if no mail server has said it. */
export function unspoken(error: unknown): SmtpProblemCode {
  if (error instanceof SmtpFailure) return error.code
  if (error instanceof OutboundError) return BY_OUTBOUND[error.code] ?? 'connection_refused'
  const { name, code = '', originalCode = code, message } = error as SmtpError
  if (name === 'TimeoutError' || [code, originalCode].includes('ETIMEDOUT')) return 'timed_out'
  if (CERTIFICATE.test(originalCode)) return 'certificate_invalid'
  if (NO_TLS_THERE.test(originalCode) || code === 'EPROTOCOL' || /wrong version|packet length/i.test(message))
    return 'protocol_mismatch'
  if (code === 'EAUTH') return 'login_failed'
  if (code === 'ETLS') return 'no_tls'
  return 'connection_refused'
}

const NEEDS_TLS = /starttls|\btls\b|encrypt/i
const NOT_THIS_SENDER =
  /send ?as ?denied|permissions? to send as|not owned by user|(sender|from) address (rejected|is not|not)|(sender|email address|identity|domain) (is )?(not (verified|authorized|allowed)|unauthorized)|(?:^|\s)5\.(7\.60|2\.252)\b/i
const QUOTA =
  /(daily|hourly|monthly|sending|message|user|outbound)[^.]{0,40}(quota|limit)|(quota|limit)[^.]{0,30}(sending|messages|emails)/i
/** Codes of a recipient whose mailbox is full, which says nothing of the sender. */
const FULL_MAILBOX = /^[45]\.2\.[12]$/

/** What a server's refusal means, by the command that it answers. */
function refusalOf(reply: Reply, command: string): Failure {
  const { status, enhanced, text } = reply
  const isPassing = status < 500 || status === 503
  const isTooFast =
    status === 421 || (isPassing && (/^4\.7\./.test(enhanced ?? '') || /throttl|rate exceeded/i.test(text)))
  const failure = (problem: SmtpProblemCode | null, passes = isPassing) => ({
    problem,
    isPassing: passes,
    isTooFast,
    reply,
  })
  if (/^STARTTLS/.test(command)) return failure('no_tls', true)
  if (/^AUTH/.test(command)) return isPassing ? { ...failure(null), isTooFast: true } : failure('login_failed', true)
  if (status === 530) return failure(NEEDS_TLS.test(text) ? 'no_tls' : 'login_failed', true)
  if (status === 535) return failure('login_failed', true)
  if (command === 'CONN' || /^(EHLO|HELO)/.test(command)) return failure(isPassing ? null : 'connection_refused', true)
  if (QUOTA.test(text) && !FULL_MAILBOX.test(enhanced ?? '') && !isTooFast) return failure('quota_exceeded', true)
  const isSender = command === 'MAIL FROM' || NOT_THIS_SENDER.test(`${enhanced} ${text}`)
  return failure(isSender && !isPassing ? 'sender_refused' : null)
}
