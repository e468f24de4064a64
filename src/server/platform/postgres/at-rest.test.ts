import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { handler } from '../jobs.fixture.ts'
import type { Platform } from '../platform.ts'
import { createPostgresPlatform } from './platform.ts'

describe.runIf(inject('postgres'))('the job queue at rest', () => {
  let platform: Platform
  let drop: () => Promise<void>
  beforeEach(async () => {
    const { databaseUrl, ...created } = await createPostgresDatabase()
    drop = created.drop
    platform = await createPostgresPlatform({ databaseUrl, log: testLog })
  })
  afterEach(async () => {
    await platform.close()
    await drop()
  })

  /** The transactions that wrote the present rows of pg-boss's own table of queues. */
  async function lastWrites() {
    const writes = sql<{ xmin: string }>`select xmin::text from pgboss.queue order by name`
    return (await writes.execute(platform.database.read)).rows
  }

  it('writes nothing', async () => {
    await platform.jobs.start(['letters', 'parcels'].map((name) => handler(async () => {}, { name })))
    await delay(1_500) // it looks after the tables once, at the start
    const before = await lastWrites()
    expect(before.length).toBeGreaterThan(2)
    await delay(3_000)
    expect(await lastWrites()).toEqual(before)
  })
})
