import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { newDatabase } from '../api/support/storage.ts'
import { startProduct } from '../tools/product.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'
import { hasPgBouncer, reportMissingPgBouncer, startPgBouncer } from './support/pgbouncer.ts'

const SAYS = /pooler that shares connections.*session mode/
const POOL = { default_pool_size: 60, max_client_conn: 200 }

it.skipIf(hasPgBouncer)('is tried where there is a PgBouncer', reportMissingPgBouncer)

describe.runIf(hasPgBouncer && databaseNames().includes('PostgreSQL'))('behind PgBouncer', () => {
  it.each([
    { what: 'in transaction mode', settings: { pool_mode: 'transaction', ...POOL } },
    { what: 'in transaction mode with one connection', settings: { pool_mode: 'transaction', default_pool_size: 1 } },
    {
      what: 'in transaction mode, taking turns',
      settings: { pool_mode: 'transaction', server_round_robin: 1, ...POOL },
    },
    { what: 'in statement mode', settings: { pool_mode: 'statement', ...POOL } },
  ])('$what, neither server nor doctor take it for PostgreSQL', async ({ settings }) => {
    const bouncer = await startPgBouncer(await newDatabase(inject('ownPostgres')!), settings)
    try {
      const started = startProduct({ env: { DATABASE_URL: bouncer.url }, args: ['--no-dashboard'] })
      await expect(started).rejects.toThrow(new RegExp(`DATABASE_URL: .*${SAYS.source}`))
      const { code, output } = await runCommand('doctor', [], { DATABASE_URL: bouncer.url })
      expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`FAIL +database .*${SAYS.source}`))])
    } finally {
      await bouncer.stop()
    }
  })

  it('in session mode, as Debian installs it, the product works', async () => {
    const installation = await newInstallation('PostgreSQL')
    const bouncer = await startPgBouncer(installation.databaseUrl!, { pool_mode: 'session', ...POOL })
    try {
      const { product, owner, agent } = await installation.begin({ DATABASE_URL: bouncer.url })
      const ledger = createLedger(product.url, owner, agent)
      await Promise.all([ledger.writeSource(), ledger.uploadFile(), ...Array.from({ length: 20 }, ledger.converse)])
      expect(ledger.counts()).toMatchObject({ sources: 1, files: 1, messages: 40 })
      await ledger.check(product.url)
      expect(product.output()).toBe('') // no warning, neither of ours nor of the driver
      const { output } = await runCommand('doctor', [], { DATABASE_URL: bouncer.url })
      expect(output).toMatch(/^ok +database /m)
      expect(await product.stop()).toBe(0)
      // The pooler keeps connections to PostgreSQL, which are nobody's any more.
      const file = join(installation.dataDir, 'baton.export')
      const exported = await runCommand('export', [file], { DATABASE_URL: bouncer.url, DATA_DIR: installation.dataDir })
      expect(exported.code, exported.output).toBe(0)
    } finally {
      await bouncer.stop()
      await installation.remove()
    }
  })

  it('with parameters in the address that it refuses, the start says which and what to do', async () => {
    const bouncer = await startPgBouncer(await newDatabase(inject('ownPostgres')!), { pool_mode: 'session', ...POOL })
    try {
      const url = `${bouncer.url}?options=-c%20search_path%3Dpublic`
      const started = startProduct({ env: { DATABASE_URL: url }, args: ['--no-dashboard'] })
      await expect(started).rejects.toThrow(/DATABASE_URL: A pooler .*remove "options".*unsupported startup parameter/)
    } finally {
      await bouncer.stop()
    }
  })
})
