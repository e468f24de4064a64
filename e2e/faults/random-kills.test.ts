import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { until } from '../api/support/until.ts'
import { startWebsite } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { databaseNames, mailEnvironment, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'
import { createTeamLedger } from './support/team-ledger.ts'

const KILLS = Number(process.env.FAULT_KILLS ?? 2)
/** Milliseconds after the start of the writers within which the kill happens, at random. */
const LATEST_MS = 1_500
/**
 * Kills after which all jobs may end. A job is abandoned once its process has died in it five times; on PostgreSQL,
 * waiting for the dead process's heartbeat makes that slower.
 */
const SETTLE_EVERY = { SQLite: 1, PostgreSQL: 3 }

describe.each(databaseNames())('kill -9 at any moment, on %s', (database) => {
  it(`loses nothing acknowledged in ${KILLS} kills, and ends every job`, { timeout: 1_200_000 }, async () => {
    const receiver = await startWebsite(() => ({ status: 200 }))
    const mails = await startMailServer()
    const installation = await newInstallation(database, { env: mailEnvironment(mails) })
    try {
      let { product, owner, agent } = await installation.begin()
      const endpoint = { url: `${receiver.url}/hook` }
      await must(product.url, 'createWebhookEndpoint', { params: { agent }, body: endpoint }, owner)
      const ledger = createLedger(installation.url, owner, agent)
      const team = await createTeamLedger(installation, owner, agent, mails)
      const { writeSource, uploadFile, converse, writeAsPerson } = ledger
      const counts = () => ({ ...ledger.counts(), ...team.counts() })

      for (let kill = 0; kill < KILLS; kill += 1) {
        let isAlive = true
        const writers = [writeSource, uploadFile, converse, converse, writeAsPerson, team.handle].map(async (write) => {
          while (isAlive) await write()
        })
        // On a busy machine the first answer can take longer than LATEST_MS.
        await until('one of each is acknowledged', async () => Math.min(...Object.values(counts())) > 0)
        await delay(Math.random() * LATEST_MS)
        await product.kill()
        isAlive = false
        await Promise.all(writers)
        product = await installation.start()
        if ((kill + 1) % SETTLE_EVERY[database] === 0) await ledger.settle(installation.url)
      }
      const { replies, events } = await ledger.check(installation.url, receiver.received)
      const { mails: told, repeated } = await team.check(KILLS)
      console.log(
        `${database}: ${KILLS} kills, acknowledged ${JSON.stringify(counts())}, none lost; ${replies} replies, ` +
          `${events} events delivered in ${receiver.received.length} posts, ${told} mails, ${repeated} sent again`,
      )
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      receiver.close()
      await mails.close()
    }
  })
})
