import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/platform.ts'
import { openPostgresDatabase } from '../../platform/postgres/database.ts'
import { createPostgresDatabase, databases, testLog } from '../../testing/database.ts'
import { insertOrganization } from '../../testing/sample-rows.ts'
import { takeCredit, takeCredits } from './credits.ts'
import { selectUsage, subtractUsage } from './queries.ts'

const PERIOD = '2026-11'
const name = 'message_credits'

describe.each(databases())('message credits on $name', ({ name: kind, create }) => {
  let one: Database
  let other: Database
  let close: () => Promise<unknown>
  beforeAll(async () => {
    if (kind === 'sqlite') {
      const platform = await create()
      one = other = platform.database
      close = platform.close
    } else {
      const { databaseUrl, drop } = await createPostgresDatabase()
      const processes = [
        openPostgresDatabase(databaseUrl, testLog),
        openPostgresDatabase(databaseUrl, testLog),
      ] as const
      ;[one, other] = processes
      close = () => Promise.all(processes.map((process) => process.close())).then(drop)
    }
  })
  afterAll(() => close())

  const newOrganization = () => one.transaction(insertOrganization)
  const usageOf = (organization_id: string) => ({ organization_id, name, period: PERIOD, used: 1 })
  const used = async (id: string) => (await selectUsage(one.read, id, PERIOD))[name] ?? 0
  const take = (database: Database, id: string, limit: number) =>
    database.transaction((tx) => takeCredit(tx, usageOf(id), limit))
  /** Takes `wanted` credits at the same time in two processes; returns the number that succeeded. */
  const taken = async (id: string, wanted: number, limit: number) => {
    const asked = Array.from({ length: wanted }, (_, number) => take(number % 2 ? one : other, id, limit))
    return (await Promise.all(asked)).filter(Boolean).length
  }

  it.each([1, 19, 20, 21, 45, 130])('are exact at a limit of %i, however many take them at once', async (limit) => {
    const id = await newOrganization()
    expect(await taken(id, limit + 30, limit)).toBe(limit)
    expect(await used(id)).toBe(limit)
  })

  it('are exact at any moment on the way there', async () => {
    const id = await newOrganization()
    for (let sum = 0; sum < 100; sum += 7) {
      expect(await used(id)).toBe(sum)
      expect(await taken(id, 7, 1_000)).toBe(7)
    }
  })

  it('are not taken by what does not commit', async () => {
    const id = await newOrganization()
    await take(one, id, 50)
    const failing = Array.from({ length: 30 }, () =>
      one.transaction(async (tx) => {
        expect(await takeCredit(tx, usageOf(id), 50)).toBe(true)
        throw new Error('The process died')
      }),
    )
    await Promise.allSettled(failing)
    expect(await used(id)).toBe(1)
    expect(await taken(id, 60, 50)).toBe(49)
  })

  it('that a process set aside are everybody’s, and so are those given back', async () => {
    const id = await newOrganization()
    await take(one, id, 20)
    for (let number = 1; number < 20; number += 1) expect(await take(other, id, 20)).toBe(true)
    expect(await take(other, id, 20)).toBe(false)
    await one.transaction((tx) => subtractUsage(tx, { ...usageOf(id), used: 3 }))
    expect([await used(id), await taken(id, 10, 20), await used(id)]).toEqual([17, 3, 20])
  })

  const takeMany = (database: Database, id: string, amount: number, limit: number) =>
    database.transaction((tx) => takeCredits(tx, { ...usageOf(id), used: amount }, limit))

  it('can be taken many at once up to the last one', async () => {
    const id = await newOrganization()
    expect(await taken(id, 30, 100)).toBe(30)
    expect([await takeMany(other, id, 71, 100), await used(id)]).toEqual([false, 30])
    expect([await takeMany(other, id, 69, 100), await used(id)]).toEqual([true, 99])
    expect([await takeMany(one, id, 2, 100), await taken(id, 5, 100), await used(id)]).toEqual([false, 1, 100])
  })

  it('are exact while many are taken at once beside single ones', async () => {
    const id = await newOrganization()
    const asked = Array.from({ length: 60 }, async (_, number) => {
      const amount = number % 3 === 0 ? 7 : 1
      const take = amount === 1 ? takeCredit : takeCredits
      const database = number % 2 ? one : other
      return (await database.transaction((tx) => take(tx, { ...usageOf(id), used: amount }, 100))) ? amount : 0
    })
    const sum = (await Promise.all(asked)).reduce<number>((all, amount) => all + amount, 0)
    expect(sum).toBeGreaterThan(100 - 7)
    expect(await used(id)).toBe(sum)
    expect(await taken(id, 20, 100)).toBe(100 - sum)
    expect(await used(id)).toBe(100)
  })

  it('are refused at once when the plan comes to allow less', async () => {
    const id = await newOrganization()
    expect(await taken(id, 30, 100)).toBe(30)
    expect(await taken(id, 10, 30)).toBe(0)
    expect(await taken(id, 10, 33)).toBe(3)
  })
})
