import { describe, expect, inject, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { startCuttingProxy } from './support/cutting-proxy.ts'
import { type DatabaseName, databaseNames, newInstallation } from './support/installation.ts'
import { createKeyedPosts, type KeyedPosts } from './support/keyed-posts.ts'
import { changeStored } from './support/stored.ts'

const isWhole = process.env.FAULT_REQUESTS !== undefined
const REQUESTS = Number(process.env.FAULT_REQUESTS ?? 240)
const AT_ONCE = 40
/** Answers after which a kill is due at the latest: about three kills by default, a hundred in 10,000 requests. */
const ANSWERS_A_KILL = Math.max(320, REQUESTS / 25)
const CUT_SHARE = 0.1
const TIMEOUT_MS = 60_000 + REQUESTS * 1_000

const PLENTY = { text_characters: 1e9, urls: 1e9, document_bytes: 1e12, message_credits: 1e9, crawl_links: 1e9 }
const env = { PLAN_QUOTAS: JSON.stringify({ premium: PLENTY }), LOG_LEVEL: 'fatal' }

async function report(what: string, posts: KeyedPosts, done: Awaited<ReturnType<KeyedPosts['check']>>, from: number) {
  const { made, failures } = posts.counts()
  const [twice, never] = [done.twice.length, done.never.length]
  const seconds = Math.round((Date.now() - from) / 1000)
  console.log(`${what}: ${made} requests, ${failures} unanswered, ${twice} done twice, ${never} never (${seconds} s)`)
  expect(done).toEqual({ twice: [], never: [] })
}

describe.each(databaseNames())('idempotency under kill -9, on %s', (database: DatabaseName) => {
  it(`does ${REQUESTS} requests once, ${AT_ONCE} at a time`, { timeout: TIMEOUT_MS }, async () => {
    const from = Date.now()
    const installation = await newInstallation(database, { env })
    try {
      let { product, owner, agent } = await installation.begin()
      const posts = await createKeyedPosts(installation.url, owner, agent)
      let kills = 0
      while (posts.counts().made < REQUESTS) {
        let isOver = false
        const sending = posts.send({ atOnce: AT_ONCE, total: REQUESTS, isOver: () => isOver })
        const enough = posts.counts().answers + 1 + Math.random() * ANSWERS_A_KILL
        await until('there are answers enough', async () => {
          const { answers, made } = posts.counts()
          return answers >= enough || made === REQUESTS
        })
        await product.kill()
        isOver = true
        kills += 1
        await sending
        // Keys that the dead process held are free after 20 seconds, which only a run of the whole waits for.
        if (!isWhole) await changeStored(installation, 'update idempotency_keys set locked_until = 0')
        product = await installation.start()
      }
      await posts.send({ atOnce: AT_ONCE, total: REQUESTS })
      await report(`${database}, ${kills} kills`, posts, await posts.check(installation), from)
    } finally {
      await installation.remove()
    }
  })
})

describe.runIf(databaseNames().includes('PostgreSQL'))('idempotency when connections break at a commit', () => {
  it(`does ${REQUESTS} requests once, ${AT_ONCE} at a time`, { timeout: TIMEOUT_MS }, async () => {
    const from = Date.now()
    const direct = new URL(inject('ownPostgres')!)
    const proxy = await startCuttingProxy({ host: direct.hostname, port: Number(direct.port) })
    direct.host = `127.0.0.1:${proxy.port}`
    const installation = await newInstallation('PostgreSQL', { postgres: direct.href, env })
    try {
      const { owner, agent } = await installation.begin()
      const posts = await createKeyedPosts(installation.url, owner, agent)
      proxy.cut(CUT_SHARE)
      await posts.send({ atOnce: AT_ONCE, total: REQUESTS })
      proxy.cut(0)
      expect(proxy.cuts()).toBeGreaterThan(REQUESTS / 50)
      await report(`PostgreSQL, ${proxy.cuts()} commits cut`, posts, await posts.check(installation), from)
    } finally {
      await installation.remove()
      proxy.close()
    }
  })
})
