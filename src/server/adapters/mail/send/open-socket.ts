import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { AllowEntry } from '../../outbound/allow.ts'
import type { GuardedSockets } from '../../outbound/guarded-sockets.ts'
import type { Resolve } from '../../outbound/resolve.ts'
import { SmtpFailure } from './failure.ts'
import type { SmtpAccount } from './smtp-account.ts'

/** Milliseconds in which an address must accept the connection, and in which a poked server must say something. */
const CONNECTION_MS = 10_000
const POKE_MS = 2_000
/** Milliseconds that trying an account may take. */
export const TEST_MS = 19_000
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Which mail servers may be reached. Tests of this server replace DNS with `resolve`, and shorten `testMs`. */
export interface MailServerSettings {
  allow: readonly AllowEntry[]
  resolve?: Resolve
  testMs?: number
}

/** A connection to an account's server, and whether it must be encrypted before it goes on. */
export interface OpenSocket {
  connection: Socket
  requireTLS: boolean
}

/** How a server answers that sends mail, once it says something. */
const SENDING = /^\d{3}/

/**
 * Connects to an account's mail server and waits for its greeting, which it leaves unread.
 * @param options `speaks`: how such a server begins an answer
 * @throws SmtpFailure; OutboundError; the reason of `signal`
 */
export async function openSocket(
  account: Omit<SmtpAccount, 'password'>,
  options: { sockets: GuardedSockets; greetingMs: number; signal: AbortSignal; speaks?: RegExp },
): Promise<OpenSocket> {
  const { sockets, greetingMs, signal, speaks = SENDING } = options
  const patience = AbortSignal.any([signal, AbortSignal.timeout(CONNECTION_MS)])
  const isTrusted = account.isOperators ?? false
  const connection = await sockets.open(account.host, account.port, { signal: patience, isTrusted })
  try {
    const isExposed = account.user !== '' && !LOOPBACK.test(connection.remoteAddress ?? '')
    if (isExposed && account.security === 'none') throw new SmtpFailure('no_tls')
    if (account.security !== 'tls') await greeted(connection, greetingMs, speaks, signal)
    return {
      connection,
      requireTLS: account.security === 'starttls' || (account.security === 'if_offered' && isExposed),
    }
  } catch (error) {
    connection.on('error', () => {}).destroy()
    throw error
  }
}

/**
 * Waits for a server to speak, as mail servers do first. One that waits for its client is poked: what speaks HTTP or wants
 * TLS from the first byte protests then, and what hangs does not.
 */
async function greeted(socket: Socket, patienceMs: number, speaks: RegExp, signal: AbortSignal): Promise<void> {
  if (await stirs(socket, patienceMs, signal)) {
    if (socket.readableLength > 0) return
    throw new SmtpFailure('connection_refused') // it was closed at once
  }
  socket.write('QUIT\r\n\r\n')
  if (!(await stirs(socket, POKE_MS, signal))) throw new SmtpFailure('timed_out')
  const said = String(socket.read() ?? '')
  throw new SmtpFailure(speaks.test(said) ? 'timed_out' : 'protocol_mismatch')
}

/** Whether within some milliseconds there is something to read, or the connection is closed. */
async function stirs(socket: Socket, patienceMs: number, signal: AbortSignal): Promise<boolean> {
  const enough = new AbortController()
  const until = AbortSignal.any([signal, enough.signal])
  const heard = ['readable', 'end', 'close'].map((event) => once(socket, event, { signal: until }).then(() => true))
  const silence = delay(patienceMs, false, { signal: until })
  try {
    return await Promise.race([...heard, silence])
  } catch (error) {
    signal.throwIfAborted()
    if (socket.destroyed) return true // it was reset
    throw error
  } finally {
    enough.abort()
    await Promise.allSettled([...heard, silence])
  }
}
