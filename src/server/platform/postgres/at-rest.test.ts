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
    await platform.jobs.start(['letters', 'parcels'].map((name) => handler(async () => {}, { name })))
    await delay(1_000) // what it does once at its start
  })
  afterEach(async () => {
    await platform.close()
    await drop()
  })

  it('asks for due jobs each second, and nothing else, and writes nothing', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await delay(SECONDS * 1_000)
    const texts = asked.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    asked.mockRestore()
    const looks = texts.filter((text) => text.includes('"jobs"'))
    expect(looks.length).toBeGreaterThan(0)
    expect(looks.length / SECONDS).toBeLessThan(2)
    expect(looks.filter((text) => !text.startsWith('select'))).toEqual([])
  })

  it('finds what is due by an index, however many jobs wait', async () => {
    await sql`insert into jobs (id, name, payload, state, attempts, run_at, queued_at, created_at)
      select n::text, 'letters', '{}', 'pending', 0, 9e15, 0, 0 from generate_series(1, 100000) as n`.execute(
      platform.database.read,
    )
    const before = await rowsRead()
    await delay(3_000)
    expect((await rowsRead()) - before).toBeLessThan(1_000)
  })

  /** The number of rows and index entries of the table of jobs that were read so far. */
  async function rowsRead(): Promise<number> {
    const { rows } = await sql<{ read: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_user_tables where relname = 'jobs'`.execute(platform.database.read)
    return rows[0]!.read
  }
})
