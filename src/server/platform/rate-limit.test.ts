import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../db/ids.ts'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import type { Platform } from './platform.ts'
import { createPostgresPlatform } from './postgres/platform.ts'

describe.each(databases())('rate limits on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it('count down to nothing left, then refuse', async () => {
    const key = newId()
    const from = Date.now()
    const answers = []
    for (let request = 0; request < 4; request += 1) answers.push(await platform.rateLimits.consume(key, 3))
    expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, false])
    expect(answers.map((answer) => answer.remaining)).toEqual([2, 1, 0, 0])
    expect(answers.every((answer) => answer.limit === 3)).toBe(true)
    for (const { resetAt } of answers) {
      expect(resetAt).toBeGreaterThan(from + 55_000)
      expect(resetAt).toBeLessThanOrEqual(Date.now() + 60_500)
    }
  })

  it('are exact under concurrent requests', async () => {
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.rateLimits.consume(key, 20)))
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(20)
    expect(new Set(answers.map((answer) => answer.remaining)).size).toBe(20)
  })

  it('say that the window ends within a minute, although the clock has been set back', async () => {
    const key = newId()
    await platform.rateLimits.consume(key, 1)
    const setBack = Date.now() - 60 * 60 * 1000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(setBack)
    const { allowed, resetAt } = await platform.rateLimits.consume(key, 1)
    clock.mockRestore()
    expect(allowed).toBe(false)
    expect(resetAt).toBeLessThanOrEqual(setBack + 60_500)
  })

  it('count each key by itself', async () => {
    await platform.rateLimits.consume('one', 1)
    expect(await platform.rateLimits.consume('two', 1)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('hold places at once, and give back each once', async () => {
    const key = newId()
    const held = await Promise.all(Array.from({ length: 40 }, () => platform.rateLimits.hold(key, 20)))
    const places = held.filter((place) => place !== undefined)
    expect(places.length).toBeLessThanOrEqual(20)
    while (places.length < 20) places.push((await platform.rateLimits.hold(key, 20))!)
    expect(await platform.rateLimits.hold(key, 20)).toBeUndefined()
    expect(await platform.rateLimits.hold(newId(), 1)).toBeTypeOf('function')
    places[0]!()
    places[0]!()
    await expect.poll(() => platform.rateLimits.hold(key, 20)).toBeTypeOf('function')
    await setTimeout(200) // more than what is given back waits
    expect(await platform.rateLimits.hold(key, 20)).toBeUndefined()
  })
})

describe.runIf(databases().length > 1)('what processes on PostgreSQL count together', () => {
  it('are places, which are free again when a process has ended or died', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    const open = () => createPostgresPlatform({ databaseUrl, log: testLog })
    const [one, other] = await Promise.all([open(), open()])
    const take = ({ rateLimits }: Platform, count: number) =>
      Promise.all(Array.from({ length: count }, () => rateLimits.hold('x', 20)))
    await take(one, 4)
    await take(one, 5)
    await take(one, 3)
    await take(other, 4)
    await take(other, 4)
    await expect.poll(() => one.rateLimits.hold('x', 20)).toBeUndefined()
    expect(await other.rateLimits.hold('x', 20)).toBeUndefined()
    await one.close()
    expect(await other.rateLimits.hold('x', 20)).toBeTypeOf('function')

    await expect.poll(() => other.rateLimits.hold('x', 20)).toBeUndefined()
    const nobodyRenews = sql`update held_places set expires_at = 0`
    await nobodyRenews.execute(other.database.read)
    expect(await other.rateLimits.hold('x', 20)).toBeTypeOf('function')
    await other.close()
    await drop()
  })

  it('leaves a place to who has it, whoever asked a moment earlier', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    const { database, rateLimits, close } = await createPostgresPlatform({ databaseUrl, log: testLog })
    // What a statement stores that began two seconds later and was first to commit.
    const taken = sql`insert into held_places (key, place, holder, expires_at)
      values ('x', 1, 'another', (extract(epoch from statement_timestamp()) * 1000)::bigint + 62000)`
    await taken.execute(database.read)
    expect(await rateLimits.hold('x', 1)).toBeUndefined()
    // Nobody's statement waits for hours, so the clock was set back since.
    await sql`update held_places set expires_at = expires_at + 3600000`.execute(database.read)
    expect(await rateLimits.hold('x', 1)).toBeTypeOf('function')
    await close()
    await drop()
  })

  it('keeps the places that are held, also through a crash of the database server, and no others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { databaseUrl, drop } = await createPostgresDatabase()
    const { database, rateLimits, close } = await createPostgresPlatform({ databaseUrl, log: testLog })
    const run = (statement: string) => sql.raw(statement).execute(database.read)
    const kept = async () => {
      const now = sql<{ key: string }>`select key from held_places where expires_at > 1000 order by key`
      return (await now.execute(database.read)).rows.map(({ key }) => key)
    }
    await rateLimits.hold('stays', 1)
    const giveBack = await rateLimits.hold('is given back', 1)
    // The database server is away when the place is given back.
    await run('alter table held_places rename to away')
    giveBack!()
    await setTimeout(200) // more than what is given back waits
    await run('alter table away rename to held_places')
    await run("insert into held_places (key, place, holder, expires_at) values ('of the dead', 1, 'another', 0)")
    await run('update held_places set expires_at = 1000')
    vi.advanceTimersByTime(20_000)
    await expect.poll(kept).toEqual(['stays'])
    await run('delete from held_places')
    vi.advanceTimersByTime(20_000)
    await expect.poll(kept).toEqual(['stays'])
    expect(await rateLimits.hold('stays', 1)).toBeUndefined()
    await run("insert into held_places (key, place, holder, expires_at) values ('of the dead', 1, 'another', 0)")
    vi.advanceTimersByTime(300_000)
    await expect
      .poll(async () => (await sql`select from held_places where key = 'of the dead'`.execute(database.read)).rows)
      .toEqual([])
    vi.useRealTimers()
    await close()
    await drop()
  })

  it('goes on with a window that began a moment after somebody asked', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    const { database, rateLimits, close } = await createPostgresPlatform({ databaseUrl, log: testLog })
    const counted = sql`insert into rate_limits (key, used, resets_at)
      values ('x', 5, (extract(epoch from statement_timestamp()) * 1000)::bigint + 62000)`
    await counted.execute(database.read)
    expect((await rateLimits.consume('x', 5)).allowed).toBe(false)
    await sql`update rate_limits set resets_at = resets_at + 3600000`.execute(database.read)
    expect(await rateLimits.consume('x', 5)).toMatchObject({ allowed: true, remaining: 4 })
    await close()
    await drop()
  })
})
