import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * When a connection breaks: before the commit arrives, after it but before the answer, or while the server works on it.
 */
const MOMENTS = ['before', 'after', 'meanwhile'] as const

/**
 * Starts a proxy in front of a PostgreSQL server that breaks connections at the moment of a commit. It parses the
 * client's messages (PostgreSQL manual, "Message Formats") to find commits.
 */
export async function startCuttingProxy(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  /** Names of prepared statements that commit; a client uses one name per statement on all of its connections. */
  const commits = new Set<string>()
  let share = 0
  let cuts = 0

  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('error', () => far.destroy()).on('close', () => far.destroySoon())
    far.on('error', () => near.destroy()).on('close', () => near.destroySoon())
    const breakOff = () => {
      near.destroy()
      far.destroy()
    }
    far.on('data', (answer) => near.writable && near.write(answer))
    const read = messageReader(commits)
    near.on('data', (chunk: Buffer) => {
      const isCommit = read(chunk)
      if (!isCommit || Math.random() >= share) return void far.write(chunk)
      cuts += 1
      const moment = MOMENTS[cuts % MOMENTS.length]
      if (moment === 'before') return breakOff()
      far.removeAllListeners('data')
      far.write(chunk)
      if (moment === 'after') far.once('data', breakOff)
      else near.destroy() // the server notices only when it answers
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    /** Sets the share of commits, 0 to 1, that break from now on. */
    cut(newShare: number) {
      share = newShare
    },
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Parses a client's messages from chunks of any size. The function returned says whether a commit ends in a chunk. */
function messageReader(commits: Set<string>): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false // the first message of a connection has no type byte
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let isCommit = false
    for (;;) {
      const head = hasStarted ? 1 : 0
      if (rest.length < head + 4) return isCommit
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return isCommit
      const type = hasStarted ? String.fromCharCode(rest[0]!) : ''
      const [first = '', second = ''] = rest.toString('latin1', head + 4, end).split('\0')
      hasStarted = true
      rest = rest.subarray(end)
      // Prepare (P) carries a name and text, bind (B) a portal and a name, a simple query (Q) only text.
      if (type === 'P' && /^commit$/i.test(second)) commits.add(first)
      if (type === 'B' && commits.has(second)) isCommit = true
      if (type === 'Q' && /^commit;?$/i.test(first)) isCommit = true
    }
  }
}
