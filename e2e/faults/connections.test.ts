import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { NO_RATE_LIMITS } from '../api/support/start-products.ts'
import { newDatabase } from '../api/support/storage.ts'
import { until } from '../api/support/until.ts'
import { startWebsite } from '../api/support/website.ts'
import { call, must, setUp } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { crashPostgres, cutConnections, stopPostgres } from './support/break-postgres.ts'
import { databaseNames, newAgent, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'
import { startSilentProxy } from './support/silent-proxy.ts'
import { startOwnPostgres } from './support/start-postgres.ts'

const CUTS = 5
const DOWN_MS = 1_500

describe.runIf(databaseNames().includes('PostgreSQL'))('a database that goes away', () => {
  it('costs nothing acknowledged, and the process goes on by itself', async () => {
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
      await crashPostgres(url, () => delay(DOWN_MS))
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

  it('is missed by nobody for long when connections to it die without a word', async () => {
    const direct = new URL(inject('ownPostgres')!)
    const proxy = await startSilentProxy({ host: direct.hostname, port: Number(direct.port) })
    direct.host = `127.0.0.1:${proxy.port}`
    const installation = await newInstallation('PostgreSQL', { postgres: direct.href })
    try {
      const { product, owner, agent } = await installation.begin()
      const ledger = createLedger(product.url, owner, agent)
      await Promise.all([ledger.converse(), ledger.writeSource()])
      await ledger.settle(product.url)
      const silenced = proxy.silence()
      expect(silenced).toBeGreaterThan(3)
      const from = Date.now()
      await until('it writes again', async () => {
        const before = ledger.counts().messages
        await ledger.converse()
        return ledger.counts().messages === before + 2
      })
      await ledger.check(product.url) // checks that every question to the AI has a reply
      const seconds = Math.round((Date.now() - from) / 1000)
      console.log(`${silenced} connections silenced, all done again after ${seconds} s`)
      expect(seconds).toBeLessThan(90)
      const stopping = Date.now()
      expect(await product.stop()).toBe(0)
      expect(Date.now() - stopping).toBeLessThan(25_000)
    } finally {
      await installation.remove()
      proxy.close()
    }
  })

  it('answers all it is asked with the connections it can get', async () => {
    const url = new URL(await newDatabase(inject('ownPostgres')!))
    const admin = new pg.Client(url.href)
    await admin.connect()
    const role = `few_${url.pathname.slice(1)}`
    await admin.query(`create role ${role} login connection limit 12; alter database ${url.pathname.slice(1)} owner to ${role};
      alter schema public owner to ${role}`)
    url.username = role
    const env = { DATABASE_URL: url.href, RATE_LIMITS: NO_RATE_LIMITS }
    const product = await startProduct({ env, args: ['--no-dashboard'] })
    try {
      const owner = await setUp(product.url)
      const agents: string[] = []
      while (agents.length < 60) agents.push(await newAgent(product.url, owner))
      // On a busy machine some wait so long for a connection that they are asked to come back.
      const ask = async (agent: string): Promise<number> => {
        const { status } = await call(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
        return status === 503 ? ask(agent) : status
      }
      const answers = agents.map(ask)
      let isOver = false
      let most = 0
      const counted = (async () => {
        while (!isOver) {
          const { rows } = await admin.query('select count(*)::int from pg_stat_activity where usename = $1', [role])
          most = Math.max(most, rows[0].count)
        }
      })()
      const statuses = await Promise.all(answers)
      isOver = true
      await counted
      expect(statuses).toEqual(agents.map(() => 201))
      expect(most, 'connections at once').toBeGreaterThan(10)
      expect(await product.stop()).toBe(0)
    } finally {
      await product.kill()
      removeData(product)
      await admin.end()
    }
  })
})
