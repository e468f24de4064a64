import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { ownAddress, versionAt } from '../../process/own-address.ts'
import { type Check, fine, reasonOf, wrong } from './check.ts'

const TIMEOUT_MS = 5_000

/** Checks that the server listens where HOST and PORT say, or can. */
export const checkListening: Check = async ({ config: { host, port } }) => {
  const name = 'port'
  const url = ownAddress({ host, port })
  const version = port === 0 ? undefined : await versionAt(url)
  if (version) return fine(name, `Baton ${version} answers at ${url}.`)
  try {
    await assertOwn(host)
  } catch (error) {
    const mend = 'Set HOST to an address of this machine: 127.0.0.1 for a proxy on it, 0.0.0.0 for others.'
    return wrong(name, `Nobody can listen at HOST=${host} here: ${reasonOf(error)}.`, mend)
  }
  if (port === 0) return fine(name, 'PORT=0 takes any that is free.')
  if (await isTaken(url))
    return wrong(name, `Another program listens at ${url}.`, 'End it, or set PORT to another one.')
  return fine(name, `Nothing listens at ${url}, where the server would.`)
}

/** Takes an address for a moment, at a port that nobody wants. @throws the system's error if it is none of this machine */
async function assertOwn(host: string): Promise<void> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  server.close()
}

async function isTaken(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
