import type { Agent, buildConnector } from 'undici'
import { type AllowEntry, hostOf, portOf } from './allow.ts'
import { answerWith, checkedAddresses } from './checked-addresses.ts'
import { createResolve, type Resolve } from './resolve.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_SOCKET_MS = 4_000

/**
 * Guards against server-side request forgery (SSRF) by checking every connection when it is made. Resolves a name once,
 * requires its addresses to be allowed, and connects to one of exactly these, so that a later DNS answer is never used
 * (DNS rebinding). Requests to one host never share a socket: a slow webhook receiver must not delay other customers.
 * Callers limit how many requests run at once.
 * @throws (its requests) what `checkedAddresses` throws
 */
export async function createGuardedAgent(
  allow: readonly AllowEntry[],
  resolve: Resolve = createResolve(),
): Promise<Agent> {
  const undici = await import('undici')

  function connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    checkedAddresses(hostOf(options), portOf(options), { allow, resolve }).then(
      (addresses) => {
        const connector = undici.buildConnector({
          timeout: CONNECT_TIMEOUT_MS,
          autoSelectFamily: true,
          maxCachedSessions: 0,
          lookup: answerWith(addresses),
        })
        connector(options, callback)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }

  return new undici.Agent({
    connect,
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
  })
}
