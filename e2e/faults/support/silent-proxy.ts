import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a proxy on which connections can go silent without closing, as behind a firewall that drops their state. */
export async function startSilentProxy(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Silences all open connections; new ones work.
     * @returns the number of connections silenced
     */
    silence(): number {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
      return sockets.size / 2
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
