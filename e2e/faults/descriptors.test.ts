import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'

const LIMIT = 160
const CONNECTIONS = 300

it.each(databaseNames())('with few open files on %s, idle connections cost nobody an answer', async (database) => {
  const installation = await newInstallation(database, { within: ['sh', '-c', `ulimit -n ${LIMIT}; exec "$0" "$@"`] })
  const sockets: Socket[] = []
  try {
    const { product, owner, agent } = await installation.begin()
    const ledger = createLedger(product.url, owner, agent)
    await ledger.converse()
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const socket = connect(installation.port, '127.0.0.1')
      socket.on('error', () => {}) // one that the product closes, to make room for the others
      sockets.push(socket)
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    }
    await Promise.all([ledger.writeSource(), ledger.uploadFile(), ledger.converse()])
    expect(ledger.counts()).toMatchObject({ sources: 1, files: 1, messages: 4 })
    await until('it is ready', async () => (await fetch(`${product.url}/readyz`)).ok)
    await ledger.check(product.url)
    expect(await product.stop()).toBe(0)
  } finally {
    for (const socket of sockets) socket.destroy()
    await installation.remove()
  }
})
