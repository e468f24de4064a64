import type { Socket } from 'node:net'
import { type TLSSocket, connect as upgrade } from 'node:tls'
import type { ImapFlow, ImapTransport } from 'imapflow'
import { limits } from '#contract/limits.ts'
import type { GuardedSockets } from '../../outbound/guarded-sockets.ts'
import { openSocket } from '../send/open-socket.ts'
import type { ImapAccount } from './imap-account.ts'

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
export async function openClient(
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
