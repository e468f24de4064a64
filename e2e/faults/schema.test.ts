import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { answered, createLedger, PAUSE_MS } from './support/ledger.ts'
import { MIGRATION_MS, NEWER_MIGRATION, newerVersion } from './support/newer-version.ts'

describe("a version beside the next one's schema", () => {
  it.each(databaseNames())('starts on it, and loses nothing, on %s', async (database) => {
    const installation = await newInstallation(database)
    try {
      const { product, owner, agent } = await installation.begin()
      const ledger = createLedger(installation.url, owner, agent)
      await ledger.converse()
      await product.stop()
      await (await installation.start(newerVersion)).stop()
      await installation.start()
      await ledger.converse()
      await ledger.check(installation.url)
      expect(ledger.counts().messages).toBe(4)
      const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl ?? '' }
      const { output } = await runCommand('doctor', [], env)
      expect(output).toContain('ok    database')
      expect(output).toContain(`${NEWER_MIGRATION} of a newer version`)
    } finally {
      await installation.remove()
    }
  })

  it('serves on while the next one migrates PostgreSQL, and both serve the same', async () => {
    if (!databaseNames().includes('PostgreSQL')) return console.warn('PostgreSQL is missing: this test did not run.')
    const installation = await newInstallation('PostgreSQL')
    try {
      const { product: older, owner, agent } = await installation.begin()
      const ledger = createLedger(older.url, owner, agent)
      let isOver = false
      let requests = 0
      const failures: unknown[] = []
      const read = () => must(older.url, 'listConversations', { params: { agent } }, owner)
      const using = [0, 1].map(async () => {
        while (!isOver) {
          await ledger.converse()
          await read().catch((error: unknown) => failures.push(error))
          requests += 4
          await setTimeout(PAUSE_MS)
        }
      })
      const startedAt = Date.now()
      const newer = await installation.start(newerVersion, await freePort())
      expect(Date.now() - startedAt).toBeGreaterThan(MIGRATION_MS)
      const duringMigration = requests
      const { data } = await must(newer.url, 'createConversation', { params: { agent }, body: {} }, owner)
      const params = { agent, conversation: data.id }
      await must(older.url, 'sendMessage', { params, body: { content: 'Who answers?' } }, owner)
      const seen = await answered(newer.url, owner, params)
      expect((await must(older.url, 'listMessages', { params }, owner)).data).toEqual(seen)
      isOver = true
      await Promise.all(using)
      await ledger.check(newer.url)
      expect([failures, ledger.counts().messages * 2]).toEqual([[], requests])
      expect(duringMigration).toBeGreaterThan(0)
      console.log(`${duringMigration} requests served during the migration, ${requests} in all, none failed`)
      expect(await newer.stop()).toBe(0)
      expect(await older.stop()).toBe(0)
    } finally {
      await installation.remove()
    }
  })
})
