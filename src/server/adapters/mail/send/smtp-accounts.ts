import { measures } from '../../../process/measures.ts'
import { createGuardedSockets } from '../../outbound/guarded-sockets.ts'
import type { ComposedMail } from '../compose/composed-mail.ts'
import { failureOf } from './failure.ts'
import { type MailServerSettings, type OpenSocket, openSocket, TEST_MS } from './open-socket.ts'
import { resultOf } from './result.ts'
import { problemIn } from './sentences.ts'
import type { SendResult, SmtpAccount, SmtpProblem } from './smtp-account.ts'
import { tryAccount } from './try-account.ts'

interface Envelope {
  /** The address to which reports of failed delivery go. */
  from: string
  /** Those to whom this attempt goes, Bcc included: on a later attempt those that have not got it yet. */
  recipients: readonly string[]
  /** By what reports name this mail, such as its Message-ID without angle brackets; null asks for no reports. */
  id: string | null
}

/** A mail as `composeMail` makes it, or one of this server's own, which needs less. */
export type Sendable = Pick<ComposedMail, 'from' | 'to' | 'subject' | 'text' | 'html' | 'headers'> &
  Partial<ComposedMail>

export interface SmtpAccounts {
  /**
   * Makes one attempt to send a mail. Whatever the server says or fails to say is a result and no error. If it dies after
   * the mail's last dot and before it has answered, recipients are `later`, and may get the mail twice.
   * @throws the signal's reason, if that ended the attempt
   */
  send(account: SmtpAccount, mail: Sendable, envelope: Envelope, signal?: AbortSignal): Promise<SendResult>
  /** Connects, logs in and asks whether `from` may send, in 20 s at most; null if all went well. Nothing is sent. */
  test(account: SmtpAccount, from: string): Promise<SmtpProblem | null>
}

const PORTS = [25, 465, 587, 2525]
/** All in milliseconds. A server may check a mail for long before it takes it; who gives up sooner sends it twice. */
const SETUP_MS = 60_000
const SILENCE_MS = 120_000
const GREETING_MS = 30_000
/** Characters that an envelope's id may have (RFC 3461). */
const LONGEST_ENVID = 100

/**
 * Sends mail by mail servers that people have named: to checked addresses and usual ports alone, unless the operator has
 * allowed others. The SMTP library is loaded with the first mail.
 */
export function createSmtpAccounts(settings: MailServerSettings): SmtpAccounts {
  const { testMs = TEST_MS } = settings
  const sockets = createGuardedSockets({ ...settings, ports: PORTS })

  const optionsFor = ({ host, port, security, user, password, accessToken, isOperators }: SmtpAccount) => ({
    host,
    port,
    secure: security === 'tls',
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: authOf(user, password, accessToken), forceAuth: !isOperators }),
    connectionTimeout: SETUP_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  })

  /** A connection that ends with the signal. */
  async function openUntil(account: SmtpAccount, greetingMs: number, signal: AbortSignal): Promise<OpenSocket> {
    const socket = await openSocket(account, { sockets, greetingMs, signal })
    const end = () => socket.connection.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.connection.once('close', () => signal.removeEventListener('abort', end))
    return socket
  }

  return {
    async send(account, mail, { from, recipients, id }, signal = new AbortController().signal) {
      signal.throwIfAborted()
      try {
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({
          ...optionsFor(account),
          getSocket: (_options, done) =>
            openUntil(account, GREETING_MS, signal).then(
              (socket) => done(null, socket),
              (error: Error) => done(error),
            ),
        })
        const info = await transport.sendMail({
          ...mail,
          // Addresses are objects throughout, as a text could name several.
          envelope: { from: named(from), to: recipients.map(named) },
          ...(id !== null && { dsn: { ret: 'HDRS', notify: ['FAILURE', 'DELAY'], id: id.slice(0, LONGEST_ENVID) } }),
          signal,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        const { rejectedErrors = [], serverMessageId } = info
        return told(resultOf(account, recipients, { rejectedErrors, serverMessageId }))
      } catch (error) {
        signal.throwIfAborted()
        return told(resultOf(account, recipients, { error }))
      }
    },

    async test(account, from) {
      const signal = AbortSignal.timeout(testMs)
      try {
        await tryAccount({ ...optionsFor(account), ...(await openUntil(account, testMs / 2, signal)) }, from)
        return null
      } catch (error) {
        const { problem, reply } = failureOf(signal.aborted ? signal.reason : error)
        // A server that has logged us in and takes no mail for the moment is not set up wrongly.
        if (problem === null && (error as { command?: string }).command === 'MAIL FROM') return null
        return problemIn(problem ?? 'connection_refused', account, reply)
      }
    },
  }
}

const authOf = (user: string, pass: string, accessToken: string | undefined) =>
  accessToken === undefined ? { user, pass } : { type: 'OAuth2' as const, user, accessToken }

const named = (address: string) => ({ name: '', address })

function told(result: SendResult): SendResult {
  for (const { status } of result.recipients) measures.mail.tell({ outcome: status })
  return result
}
