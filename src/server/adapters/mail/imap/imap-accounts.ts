import type { Socket } from 'node:net'
import { type TLSSocket, connect as upgrade } from 'node:tls'
import type { ImapFlow, ImapFlowError, ImapTransport } from 'imapflow'
import { limits } from '#contract/limits.ts'
import type { GuardedSockets } from '../../outbound/guarded-sockets.ts'
import { unspoken } from '../send/failure.ts'
import { type MailServerSettings, mailSockets, openSocket } from '../send/open-socket.ts'
import { commonSentences, loginSentence } from '../send/sentences.ts'
import { openFolder } from './folder.ts'
import { type ImapAccount, type ImapAccounts, ImapFailure, type ImapProblemCode } from './imap-account.ts'

const WORDS = 500
/** Refusals of a login that pass by themselves, as the server is busy (RFC 5530). */
const PASSING = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']
const LATE = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETHROTTLE']
const OTHER_LANGUAGE = /^(ParserError|InvalidResponse|MissingTag|LineTooLarge|UnexpectedTag)/

/** Reads why a connection or one of its commands failed. */
function imapFailure(error: unknown, account: ImapAccount, folder: string): ImapFailure {
  if (error instanceof ImapFailure) return error
  const { responseText, response } = error as ImapFlowError
  const said = (responseText ?? (typeof response === 'string' ? response : ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS)
  const code = codeOf(error as ImapFlowError)
  const words = said && code !== 'no_tls' ? ` The server says: ${said}` : ''
  return new ImapFailure({ code, message: SENTENCES[code](account, folder) + words }, error)
}

function codeOf(error: ImapFlowError): ImapProblemCode {
  const { code = '', authenticationFailed, serverResponseCode = '', tlsFailed, command, responseStatus } = error
  if (serverResponseCode === 'PRIVACYREQUIRED' || /Login is disabled/.test(error.message)) return 'no_tls'
  if (authenticationFailed) return PASSING.includes(serverResponseCode) ? 'connection_refused' : 'login_failed'
  if (error.mailboxMissing || (responseStatus === 'NO' && /^(SELECT|EXAMINE)$/.test(command ?? '')))
    return 'folder_not_found'
  if (LATE.includes(code)) return 'timed_out'
  if (OTHER_LANGUAGE.test(code)) return 'protocol_mismatch'
  if (tlsFailed && code === '') return 'no_tls'
  const problem = unspoken(error)
  return problem === 'sender_refused' || problem === 'quota_exceeded' ? 'connection_refused' : problem
}

const at = ({ host, port }: ImapAccount) => `${host}:${port}`

const SENTENCES: Record<ImapProblemCode, (account: ImapAccount, folder: string) => string> = {
  ...commonSentences,
  address_forbidden: (account) =>
    `${at(account)} may not be reached, as it is in a private network or no port of IMAP (143, 993). Choose another, or ask whoever runs this installation to allow it (OUTBOUND_ALLOW).`,
  timed_out: (account) => `${at(account)} did not answer in time. Check host and port.`,
  protocol_mismatch: (account) =>
    account.security === 'tls'
      ? `${at(account)} can't be reached with TLS from the first byte. Choose STARTTLS, which port 143 wants, or port 993.`
      : `What answers at ${at(account)} does not speak like a server of IMAP. Port 993 wants TLS from the first byte, 143 STARTTLS.`,
  no_tls: (account) =>
    `${at(account)} offers no encryption, without which no password is sent. Choose TLS with port 993, or ask your provider for a server with STARTTLS.`,
  login_failed: (account) => loginSentence(account, 'have its mail forwarded to another mailbox, or posted here'),
  folder_not_found: (account, folder) =>
    `${account.host} has no folder “${folder}” for ${account.user}, or does not let it be opened. Choose another; new mail usually lies in INBOX.`,
}

const GREETING_MS = 30_000
/** Longer than any wait for news, after which the server is asked; a command that hangs is ended before. */
const SILENCE_MS = 360_000
/** What a mail of the largest size comes with, in bytes. */
const AROUND = 1_048_576
const SPEAKS = /^(\*|QUIT )/

/**
 * Connects to a server by a checked socket and logs in. The library is loaded with the first account.
 * @param options `greetingMs`: how long the server may take to greet; the connection ends with `signal`
 * @throws what the socket, the guard or the library throws; the signal's reason
 */
async function openClient(
  account: ImapAccount,
  options: { sockets: GuardedSockets; signal: AbortSignal; greetingMs?: number },
): Promise<ImapFlow> {
  const { sockets, signal, greetingMs = GREETING_MS } = options
  const { connection } = await openSocket(account, { sockets, greetingMs, signal, speaks: SPEAKS })
  connection.on('error', () => {}) // told by the library, too, once it has the socket
  const { ImapFlow } = await import('imapflow')
  const { host, port, security, user, password, accessToken } = account
  const client = new ImapFlow({
    ...{ host, port, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
    auth: accessToken === undefined ? { user, pass: password } : { user, accessToken },
    transport: over(connection),
    logger: false,
    disableAutoIdle: true,
    disableCompression: true, // its buffers would be most of what an idle connection takes
    greetingTimeout: greetingMs,
    socketTimeout: SILENCE_MS,
    maxLineLength: 8 * AROUND,
    maxLiteralSize: limits.mailBytes + AROUND,
    maxResponseSize: limits.mailBytes + 2 * AROUND,
  })
  client.on('error', () => {}) // each is told by the command that it ends, or by `close`
  const end = () => client.close()
  signal.addEventListener('abort', end, { once: true })
  client.once('close', () => signal.removeEventListener('abort', end))
  try {
    await client.connect()
    signal.throwIfAborted()
    return client
  } catch (error) {
    client.close()
    connection.destroy()
    signal.throwIfAborted()
    throw error
  }
}

/** Has the library use a socket that is connected. */
function over(connection: Socket): ImapTransport {
  const encrypted = ({ host, servername }: { host: string; servername?: string | undefined }, done: () => void) => {
    const socket: TLSSocket = upgrade({ socket: connection, host, ...(servername && { servername }) })
    return socket.once('secureConnect', done)
  }
  return {
    connect(server, done) {
      if (server.secure) return encrypted(server, done)
      setImmediate(done)
      return connection
    },
    upgrade: (_socket, server, done) => encrypted(server, done),
  }
}

const PORTS = [143, 993]

/**
 * Fetches mail from servers that people have named: at checked addresses and usual ports alone, unless the operator has
 * allowed others.
 */
export function createImapAccounts(settings: MailServerSettings): ImapAccounts {
  const { sockets, testMs } = mailSockets(PORTS, settings)
  return {
    async open(account, { signal, ...box }) {
      const failureOf = (error: unknown) => imapFailure(error, account, box.folder)
      try {
        return await openFolder(await openClient(account, { sockets, signal }), box, failureOf)
      } catch (error) {
        signal.throwIfAborted()
        throw failureOf(error)
      }
    },

    async saveSent(account, mail, signal) {
      try {
        const client = await openClient(account, { sockets, signal })
        try {
          const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')
          if (sent) await client.append(sent.path, mail, ['\\Seen'])
          return sent !== undefined
        } finally {
          client.close()
        }
      } catch (error) {
        signal.throwIfAborted()
        throw imapFailure(error, account, 'Sent')
      }
    },

    async test(account, folder) {
      const signal = AbortSignal.timeout(testMs)
      const folders: string[] = []
      try {
        const client = await openClient(account, { sockets, signal, greetingMs: testMs / 2 })
        try {
          const isOpenable = (flags: Set<string>) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')
          for (const { path, flags } of await client.list()) if (isOpenable(flags)) folders.push(path)
          await client.mailboxOpen(folder, { readOnly: true })
        } finally {
          client.close()
        }
        return { problem: null, folders }
      } catch (error) {
        const { code, message } = imapFailure(signal.aborted ? signal.reason : error, account, folder)
        return { problem: { code, message }, folders }
      }
    },
  }
}
