import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startWebsite } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { crashPostgres, cutConnections, stopPostgres } from './support/break-postgres.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'
import { startOwnPostgres } from './support/start-postgres.ts'

const CUTS = 5
const DOWN_MS = 1_500

describe.runIf(databaseNames().includes('PostgreSQL'))('a database that goes away', () => {
  it('costs nothing acknowledged, and the process goes on by itself', { timeout: 180_000 }, async () => {
    const postgres = await startOwnPostgres()
    const receiver = await startWebsite(() => ({ status: 200 }))
    const installation = await newInstallation('PostgreSQL', { postgres: postgres!.url })
    const url = installation.databaseUrl!
    try {
      const { product, owner, agent } = await installation.begin()
      const endpoint = { url: `${receiver.url}/hook` }
      await must(product.url, 'createWebhookEndpoint', { params: { agent }, body: endpoint }, owner)
      const ledger = createLedger(product.url, owner, agent)
      const { writeSource, uploadFile, converse, writeAsPerson } = ledger
      let isOver = false
      const writers = [writeSource, uploadFile, converse, converse, writeAsPerson].map(async (write) => {
        while (!isOver) await write()
      })
      let cut = 0
      for (let time = 0; time < CUTS; time += 1) {
        await delay(300)
        cut += await cutConnections(url)
      }
      await crashPostgres(url, DOWN_MS)
      await delay(500)
      isOver = true
      await Promise.all(writers)
      const before = ledger.counts()
      await Promise.all([writeSource(), converse(), writeAsPerson()])
      expect(ledger.counts().messages).toBe(before.messages + 2)
      const { replies, events } = await ledger.check(product.url, receiver.received)
      console.log(
        `${cut} connections cut and PostgreSQL crashed once, acknowledged ${JSON.stringify(ledger.counts())}, ` +
          `none lost; ${replies} replies, ${events} events`,
      )
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      receiver.close()
      await stopPostgres(url).catch(() => {})
      await postgres!.stop()
    }
  })
})
