import { setTimeout as delay } from 'node:timers/promises'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { openPostgresDatabase } from './database.ts'
import { createClient } from './pool.ts'
import { openQueryLane } from './query-lane.ts'

describe.runIf(inject('postgres'))('the lane for short queries', () => {
  let where: Awaited<ReturnType<typeof createPostgresDatabase>>
  let database: ReturnType<typeof openPostgresDatabase>
  let lane: ReturnType<typeof openQueryLane>
  let elsewhere: number

  beforeAll(async () => {
    where = await createPostgresDatabase()
    database = openPostgresDatabase(where.databaseUrl, testLog)
  })
  beforeEach(() => {
    elsewhere = 0
    lane = openQueryLane(() => createClient(where.databaseUrl), {
      executeQuery<Row>(query: CompiledQuery<Row>) {
        elsewhere += 1
        return database.read.executeQuery(query)
      },
    })
    return () => lane.close()
  })
  afterAll(async () => {
    await database.close()
    await where.drop()
  })

  const seconds = (pause: number) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${pause})`.compile(database.read)
  const ask = async (pause = 0) => (await lane.executeQuery(seconds(pause))).rows[0]!.pid

  it('asks all over one connection, and gives each its own answer', async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(new Set(pids).size).toBe(1)
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const answers = numbers.map((number) =>
      lane.executeQuery(sql<{ number: number }>`select ${number}::int as number`.compile(database.read)),
    )
    expect((await Promise.all(answers)).map(({ rows }) => rows[0]!.number)).toEqual(numbers)
    expect(elsewhere).toBe(0)
  })

  it('tells each its own failure', async () => {
    const [before, broken, after] = await Promise.allSettled([
      ask(),
      lane.executeQuery(sql`select 1 / 0`.compile(database.read)),
      ask(),
    ])
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(before).toEqual({ status: 'fulfilled', value: (after as PromiseFulfilledResult<number>).value })
    expect(elsewhere).toBe(0)
  })

  it('is left aside while it does not answer', async () => {
    await ask()
    const slow = ask(2)
    await delay(800)
    const other = await ask()
    expect(elsewhere).toBe(1)
    const own = await slow
    expect(other).not.toBe(own)
    expect(await ask()).toBe(own)
  })

  it('asks again elsewhere when its connection is cut, and has another after that', async () => {
    const cut = await ask()
    const asking = [ask(5), ask(), ask()]
    await sql`select pg_terminate_backend(${cut})`.execute(database.read)
    for (const pid of await Promise.all([ask(), ...asking.slice(1)])) expect(pid).not.toBe(cut)
    expect(elsewhere).toBeGreaterThan(0)
    elsewhere = 0
    expect(await ask()).not.toBe(cut)
    await asking[0]
  }, 15_000)
})
