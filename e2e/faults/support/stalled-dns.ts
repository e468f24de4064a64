/** Loaded into the product with `--import`: directs the queries of its DNS resolvers to a server that never answers. */
import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

export const STALLED_HOST = 'receiver.stalled.example'

/**
 * Starts a DNS server that never answers.
 * @returns environment variables for a process that is to use it
 */
export async function startStalledDns(): Promise<{ env: Record<string, string>; close(): void }> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return {
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`,
      STALLED_DNS: `127.0.0.1:${socket.address().port}`,
    },
    close: () => void socket.close(),
  }
}

const { STALLED_DNS = '' } = process.env
if (STALLED_DNS) {
  dns.Resolver = class extends dns.Resolver {
    constructor(...options: ConstructorParameters<typeof dns.Resolver>) {
      super(...options)
      this.setServers([STALLED_DNS])
    }
  }
  syncBuiltinESMExports()
}
