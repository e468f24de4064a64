import { describe, expect, it } from 'vitest'
import { startWebsite } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { databaseNames, ended, newInstallation } from './support/installation.ts'
import { type KillPoint, killEnvironment, setKillPoint } from './support/kill-points.ts'
import { createLedger, type Ledger } from './support/ledger.ts'

type Write = 'writeSource' | 'uploadFile' | 'converse' | 'writeAsPerson'

/** The statements at which the process is killed, and the write during which that happens. */
const points: [what: string, when: KillPoint['when'], statement: string, write: Write][] = [
  ['before a visitor message is committed', 'before', 'insert into "messages"', 'converse'],
  ['after a visitor message is committed, before the answer', 'after', 'insert into "replies"', 'converse'],
  ['before a reply is committed', 'before', 'insert into "receipts"', 'converse'],
  ['after a reply is committed', 'after', 'insert into "receipts"', 'converse'],
  ["after a person's message is committed, before the answer", 'after', 'insert into "messages"', 'writeAsPerson'],
  ['before a source is committed', 'before', 'insert into "sources"', 'writeSource'],
  ['after a source is committed, before the answer', 'after', 'insert into "sources"', 'writeSource'],
  ['between the file of an upload and its source', 'before', 'insert into "sources"', 'uploadFile'],
  ['while a source is swapped in', 'before', 'insert into "chunks"', 'writeSource'],
  ['after a source is trained', 'after', 'insert into "chunks"', 'uploadFile'],
  ["after a webhook's 200, before it is recorded", 'before', 'insert into "webhook_attempts"', 'converse'],
  ["after a webhook's 200 is recorded", 'after', 'insert into "webhook_attempts"', 'converse'],
]

describe.each(databaseNames())('kill -9 at a chosen point, on %s', (database) => {
  it(`loses nothing acknowledged in ${points.length} deaths, and ends every job`, { timeout: 240_000 }, async () => {
    const receiver = await startWebsite(() => ({ status: 200 }))
    const installation = await newInstallation(database)
    try {
      const { product: first, owner, agent } = await installation.begin()
      const endpoint = { url: `${receiver.url}/hook` }
      await must(first.url, 'createWebhookEndpoint', { params: { agent }, body: endpoint }, owner)
      const ledger: Ledger = createLedger(installation.url, owner, agent)
      await first.stop()

      for (const [what, when, statement, write] of points) {
        const product = await installation.start(killEnvironment({ when, statement, isSet: false }))
        // A job is abandoned once its process has died in it five times, so let it end in between; on PostgreSQL a dead
        // process's job rests until its heartbeat is overdue.
        if (database === 'SQLite') await ledger.settle(installation.url)
        await setKillPoint(product)
        await Promise.all([ledger[write](), diesByKill(what, ended(product))])
      }
      const last = await installation.start()
      const { replies, events } = await ledger.check(installation.url, receiver.received)
      console.log(
        `${database}: ${points.length} kills, acknowledged ${JSON.stringify(ledger.counts())}, none lost; ` +
          `${replies} replies, ${events} events delivered in ${receiver.received.length} posts`,
      )
      const failed = { params: { agent }, query: { status: 'failed' as const } }
      expect((await must(last.url, 'listWebhookDeliveries', failed, owner)).data).toEqual([])
      expect(await last.stop()).toBe(0)
    } finally {
      await installation.remove()
      receiver.close()
    }
  })
})

async function diesByKill(what: string, death: ReturnType<typeof ended>): Promise<void> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`It did not die ${what}.`)), 30_000).unref(),
  )
  expect((await Promise.race([death, late])).signal, what).toBe('SIGKILL')
}
