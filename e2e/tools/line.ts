import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Line {
  url: string
  /** Breaks all connections, and refuses those that come until `mend`. */
  cut(): void
  /** Lets everything pass again, also the answer that `cutAnswerTo` would have cut. */
  mend(): void
  /** Cuts the line when the answer to the next request that contains a text is about to pass, and resolves then. */
  cutAnswerTo(text: string): Promise<void>
  close(): void
}

/** Starts a line between browsers and a server of this machine that can be cut, as a bad network does it. */
export async function startLine(port: () => number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let awaited: { text: string; connection?: Socket; cut: () => void } | undefined

  function cut(): void {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port(), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('data', (chunk) => {
      if (awaited && !awaited.connection && chunk.includes(awaited.text)) awaited.connection = far
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (awaited?.connection === far) awaited.cut()
      else if (near.writable) near.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false
      awaited = undefined
    },
    cutAnswerTo: (text) =>
      new Promise((done) => {
        const end = () => {
          cut()
          done()
        }
        awaited = { text, cut: end }
      }),
    close() {
      cut()
      server.close()
    },
  }
}
