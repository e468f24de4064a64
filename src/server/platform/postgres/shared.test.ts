import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../db/ids.ts'
import { createPostgresDatabase, databases, testLog } from '../../testing/database.ts'
import { sampleUser } from '../../testing/sample-rows.ts'
import type { JobDefinition, JobHandler, Platform } from '../platform.ts'
import { createPostgresPlatform } from './platform.ts'

const definition: JobDefinition<number> = {
  name: 'shared-job',
  attempts: 1,
  retryDelaySeconds: [0],
  concurrency: 3,
  timeoutSeconds: 30,
}

const handler = (run: (payload: number) => void) => {
  const typed: JobHandler<number> = { definition, run: async (payload) => run(payload) }
  return typed as JobHandler<never>
}

describe.each(databases().filter(({ name }) => name === 'postgres'))('two processes on one $name', () => {
  let one: Platform
  let other: Platform
  let databaseUrl: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    const created = await createPostgresDatabase()
    drop = created.drop
    databaseUrl = created.databaseUrl
    one = await createPostgresPlatform({ databaseUrl: created.databaseUrl, log: testLog })
    other = await createPostgresPlatform({ databaseUrl: created.databaseUrl, log: testLog })
    // Waits until the notifications sent at the start of the second platform have been delivered, before a test
    // listens.
    const started: (string | null)[] = []
    const leave = one.notifications.subscribe('started', (payload) => started.push(payload))
    await other.database.transaction((tx) => other.notifications.notify(tx, 'started', 'both'))
    await vi.waitFor(() => expect(started).toContain('both'), { timeout: 60_000 })
    leave()
  })
  afterEach(async () => {
    await Promise.all([one.close(), other.close()])
    await drop()
  })

  const send = (from: Platform, payload: number) =>
    from.database.transaction((tx) => from.jobs.send(tx, definition, payload))

  it('count rate limits together, exactly', async () => {
    const key = newId()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => (turn % 2 ? one : other).rateLimits.consume(key, 25)),
    )
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(25)
    const ends = answers.map((answer) => answer.resetAt)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(20_000) // a third of the window, which is a minute
  })

  it('begin a new window a minute after the first request', async () => {
    const key = newId()
    await one.rateLimits.consume(key, 1)
    expect((await other.rateLimits.consume(key, 1)).allowed).toBe(false)
    await sql`update rate_limits set resets_at = resets_at - 60000 where key = ${key}`.execute(one.database.read)
    expect(await other.rateLimits.consume(key, 1)).toMatchObject({ allowed: true, remaining: 0 })
    expect((await one.rateLimits.consume(key, 1)).allowed).toBe(false)
  })

  it("begin a new window when the database server's clock has been set back", async () => {
    const key = newId()
    await one.rateLimits.consume(key, 1)
    await sql`update rate_limits set resets_at = resets_at + 3600000 where key = ${key}`.execute(one.database.read)
    expect(await other.rateLimits.consume(key, 1)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('hear each other', async () => {
    const heard: (string | null)[] = []
    other.notifications.subscribe('topic', (payload) => heard.push(payload))
    await one.database.transaction((tx) => one.notifications.notify(tx, 'topic', 'hello'))
    await vi.waitFor(() => expect(heard).toEqual(['hello']), { timeout: 60_000 })
  })

  it('look for themselves when another starts, for what a dead one had no time to tell', async () => {
    const heard: (string | null)[] = []
    const leave = other.notifications.subscribe('untold', (payload) => heard.push(payload))
    const third = await createPostgresPlatform({ databaseUrl, log: testLog })
    await vi.waitFor(() => expect(heard).toEqual([null]), { timeout: 60_000 })
    leave()
    await third.close()
  })

  it('share the jobs, and each job runs once', async () => {
    const runs = { one: [] as number[], other: [] as number[] }
    await one.jobs.start([handler((payload) => runs.one.push(payload))])
    await other.jobs.start([handler((payload) => runs.other.push(payload))])
    const payloads = Array.from({ length: 100 }, (_, payload) => payload)
    await Promise.all(payloads.map((payload) => send(payload % 2 ? one : other, payload)))
    const all = () => [...runs.one, ...runs.other].sort((a, b) => a - b)
    await vi.waitFor(() => expect(all()).toEqual(payloads), { timeout: 60_000 })
    expect(runs.one.length).toBeGreaterThan(0)
    expect(runs.other.length).toBeGreaterThan(0)
  })

  it('hand jobs over at once when one stops', async () => {
    const attempts: string[] = []
    const endless: JobHandler<number> = {
      definition,
      run: async (_, run) => {
        attempts.push(`one ${run.attempt}`)
        await new Promise(() => {})
      },
    }
    await one.jobs.start([endless as JobHandler<never>])
    await send(one, 1)
    await vi.waitFor(() => expect(attempts).toEqual(['one 1']), { timeout: 60_000 })
    const taking: JobHandler<number> = {
      definition,
      run: async (_, run) => void attempts.push(`other ${run.attempt}`),
    }
    await other.jobs.start([taking as JobHandler<never>])
    await one.jobs.stop(50)
    await vi.waitFor(() => expect(attempts).toEqual(['one 1', 'other 1']), { timeout: 60_000 })
  })

  it('come back when the server cuts their connections, and tell listeners of the gap', async () => {
    const heard: (string | null)[] = []
    const ran: number[] = []
    one.notifications.subscribe('topic', (payload) => heard.push(payload))
    await one.jobs.start([handler((payload) => ran.push(payload))])
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.database.read)
    await vi.waitFor(() => expect(heard).toEqual([null]), { timeout: 60_000 })
    const user = sampleUser()
    await one.database.transaction(async (tx) => {
      await tx.insertInto('users').values(user).execute()
      await one.notifications.notify(tx, 'topic', 'back')
      await one.jobs.send(tx, definition, 5)
    })
    await vi.waitFor(() => expect(heard).toEqual([null, 'back']), { timeout: 60_000 })
    await vi.waitFor(() => expect(ran).toEqual([5]), { timeout: 60_000 })
    expect(await one.database.isReady()).toBe(true)
  })

  it('run a transaction again that PostgreSQL gave up to end a deadlock', async () => {
    const users = [sampleUser(), sampleUser()]
    await one.database.transaction((tx) => tx.insertInto('users').values(users).execute())
    let runs = 0
    let held = 0
    const eachHasOne = Promise.withResolvers<void>()
    const rename = (platform: Platform, order: number[]) =>
      platform.database.transaction(async (tx) => {
        runs += 1
        for (const index of order) {
          const { id } = users[index]!
          await tx
            .updateTable('users')
            .set({ name: `by ${order}` })
            .where('id', '=', id)
            .execute()
          held += 1
          if (held === 2) eachHasOne.resolve()
          await eachHasOne.promise
        }
      })
    await Promise.all([rename(one, [0, 1]), rename(other, [1, 0])])
    expect(runs).toBe(3)
  })
})
