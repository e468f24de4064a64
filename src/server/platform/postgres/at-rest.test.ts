import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { handler } from '../jobs.fixture.ts'
import type { Platform } from '../platform.ts'
import { createPostgresPlatform } from './platform.ts'

const SECONDS = 6

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

  /** Waits until it has looked after its tables, once at the start. */
  async function lookedAfter() {
    const left = sql<{ name: string }>`select name from pgboss.queue where monitor_on is null`
    await expect.poll(async () => (await left.execute(platform.database.read)).rows).toEqual([])
    let before: unknown
    const isStill = async () => {
      const last = JSON.stringify(before)
      before = await lastWrites()
      return JSON.stringify(before) === last
    }
    await expect.poll(isStill, { interval: 1_000 }).toBe(true)
  }

  it('writes nothing', async () => {
    await platform.jobs.start(['letters', 'parcels'].map((name) => handler(async () => {}, { name })))
    await lookedAfter()
    const before = await lastWrites()
    expect(before.length).toBeGreaterThan(2)
    await delay(3_000)
    expect(await lastWrites()).toEqual(before)
  })

  it('asks for due jobs each second, and little else', async () => {
    const handlers = ['letters', 'parcels'].map((name) => handler(async () => {}, { name }))
    await platform.jobs.start(handlers)
    await lookedAfter()
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await delay(SECONDS * 1_000)
    const texts = asked.mock.calls.map(([query]) => JSON.stringify(query)).filter((text) => text.includes('pgboss.'))
    asked.mockRestore()
    expect(texts.filter((text) => text.includes('start_after <= now()')).length).toBeGreaterThan(0)
    expect(texts.length / SECONDS).toBeLessThan(2)
  })
})
