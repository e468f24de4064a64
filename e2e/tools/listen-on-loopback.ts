import type { AddressInfo, Server } from 'node:net'

/**
 * Lets a server listen on a free port of 127.0.0.1.
 * @returns `host:port`, a form that OUTBOUND_ALLOW accepts
 */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
