import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { answered, createLedger, PAUSE_MS } from './support/ledger.ts'
import { MIGRATION_MS, NEWER_MIGRATION, newerVersion } from './support/newer-version.ts'
import { runSql } from './support/released.ts'

describe('a database from before version 1.0.0', () => {
  it.each(databaseNames())(
    'is refused by the start and by the doctor, which say what to do, on %s',
    async (database) => {
      const installation = await newInstallation(database)
      const { dataDir, databaseUrl } = installation
      try {
        await (await installation.start()).stop()
        const statement = "insert into kysely_migration values ('0002-unchecked-references', '2026-01-01')"
        await runSql(installation, statement)
        const advice = databaseUrl ? 'DATABASE_URL to an empty database' : 'DATA_DIR to an empty folder'
        await expect(installation.start()).rejects.toThrow(advice)
        const { code, output } = await runCommand('doctor', [], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
        expect([code, output]).toEqual([1, expect.stringContaining(advice)])
      } finally {
        await installation.remove()
      }
    },
  )
})

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

  it.runIf(databaseNames().includes('PostgreSQL'))('serves on when the migration of the next one fails', async () => {
    const installation = await newInstallation('PostgreSQL')
    try {
      const { product: older, owner, agent } = await installation.begin()
      const ledger = createLedger(older.url, owner, agent)
      await runSql(installation, 'create table newer_things (id text)') // what the next one would make itself
      const starting = installation.start(newerVersion, await freePort())
      await Promise.all([ledger.converse(), expect(starting).rejects.toThrow(`${NEWER_MIGRATION} failed (`)])
      await ledger.converse()
      await ledger.check(older.url)
      expect(ledger.counts().messages).toBe(4)
      expect(await older.stop()).toBe(0)
    } finally {
      await installation.remove()
    }
  })

  it('serves on while the next one migrates PostgreSQL or waits for a reader, and both serve the same', async () => {
    if (!databaseNames().includes('PostgreSQL')) return console.warn('PostgreSQL is missing: this test did not run.')
    const installation = await newInstallation('PostgreSQL')
    const reader = new pg.Client(installation.databaseUrl)
    await reader.connect()
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
      // Reads for long, as a dump does.
      await reader.query('begin')
      await reader.query('select 1 from conversations')
      const starting = installation.start(newerVersion, await freePort())
      const waiting = "select 1 from pg_locks where relation = 'conversations'::regclass and not granted"
      await expect.poll(async () => (await reader.query(waiting)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0)
      const waitsSince = Date.now()
      await read()
      expect(Date.now() - waitsSince).toBeLessThan(20_000) // less than a statement may take
      await reader.query('rollback')
      const newer = await starting
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
      await reader.end()
      await installation.remove()
    }
  })
})
