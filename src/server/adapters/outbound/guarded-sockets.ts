import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { orAborted } from '../../concurrency/or-aborted.ts'
import { type AllowEntry, allowsAddress, hostOf } from './allow.ts'
import { addressesOf, answerWith, checkedAddresses } from './checked-addresses.ts'
import { OutboundError, toOutboundError } from './errors.ts'
import { createResolve, type Resolve } from './resolve.ts'

export interface GuardedSockets {
  /**
   * Connects to a host that somebody has named, unencrypted.
   * @param options `isTrusted`: whether the operator named it, who may name any host and port
   * @throws OutboundError, `blocked` for an address or a port that is not allowed; or the signal's reason
   */
  open(host: string, port: number, options: { signal: AbortSignal; isTrusted?: boolean }): Promise<Socket>
}

/**
 * Guards connections other than requests over HTTP like those: to checked addresses, and to certain ports unless the
 * operator has allowed the host and port, or its network.
 */
export function createGuardedSockets(settings: {
  allow: readonly AllowEntry[]
  ports: readonly number[]
  resolve?: Resolve | undefined
}): GuardedSockets {
  const { allow, ports, resolve = createResolve() } = settings

  async function checked(host: string, port: number) {
    const addresses = await checkedAddresses(host, port, { allow, resolve })
    if (!ports.includes(port) && !addresses.every(({ address }) => allowsAddress(allow, address, port)))
      throw new OutboundError('blocked', `Port ${port} can't be used, only ${ports.join(', ')}.`)
    return addresses
  }

  return {
    async open(given, port, { signal, isTrusted }) {
      const host = nameOf(given)
      if (host === null) throw new OutboundError('unknown_host', `“${given}” is not the name of a host.`)
      try {
        const finding = isTrusted ? addressesOf(host, resolve) : checked(host, port)
        const addresses = await orAborted(finding, signal)
        return await opened(connect({ host, port, autoSelectFamily: true, lookup: answerWith(addresses) }), signal)
      } catch (error) {
        signal.throwIfAborted()
        throw toOutboundError(error, host)
      }
    },
  }
}

/** A host in the form in which its addresses are checked; null if it is none. */
function nameOf(host: string): string | null {
  const name = host.trim().replace(/^\[(.*)\]$/, '$1')
  const url = URL.parse(`http://${name.includes(':') ? `[${name}]` : name}`)
  return url?.hostname && url.href === `http://${url.hostname}/` ? hostOf(url) : null
}

/** Waits until a socket is connected; one that is not in time is destroyed. */
async function opened(socket: Socket, signal: AbortSignal): Promise<Socket> {
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  }
}
