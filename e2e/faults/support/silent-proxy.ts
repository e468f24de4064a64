import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server on which connections can die without a word, as behind a firewall that forgets them. */
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
    /** Nothing comes through those that are open any more; new ones work. @returns how many there were */
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
