import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { addToCounters, readCounters } from './counters.ts'
import { preparedWrite } from './prepared.ts'
import { isUniqueViolation } from './unique.ts'

interface Job {
  id: string
  name: string
  payload: string
  state: 'pending'
  attempts: number
  run_at: number
  error: null
  created_at: number
}

const insertJob = preparedWrite('jobs', (db, row: Job) => db.insertInto('jobs').values(row))
const renameJob = preparedWrite('jobs', (db, id: string, name: string) =>
  db.updateTable('jobs').set({ name }).where('id', '=', id),
)
const job = (id: string): Job => ({
  id,
  name: 'first',
  payload: '{}',
  state: 'pending',
  attempts: 0,
  run_at: 0,
  error: null,
  created_at: 0,
})

describe.each(databases())('writes that nobody waits for, on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  const nameOf = (db: Platform['database']['read'], id: string) =>
    db.selectFrom('jobs').select('name').where('id', '=', id).executeTakeFirst()

  it('are there for whoever reads in the transaction, and for everybody once it has committed', async () => {
    const seen = await platform.database.transaction(async (tx) => {
      await insertJob(tx, job('read'))
      return await nameOf(tx, 'read')
    })
    expect(seen).toEqual({ name: 'first' })
    expect(await nameOf(platform.database.read, 'read')).toEqual({ name: 'first' })
  })

  it('happen in their order where they touch the same table', async () => {
    await platform.database.transaction(async (tx) => {
      await insertJob(tx, job('order'))
      await addToCounters(tx, 'order', { made: 1 })
      await renameJob(tx, 'order', 'second')
      await addToCounters(tx, 'order', { made: 1 })
      await renameJob(tx, 'order', 'third')
    })
    expect(await nameOf(platform.database.read, 'order')).toEqual({ name: 'third' })
    expect(await readCounters(platform.database.read, 'order')).toEqual({ made: 2 })
  })

  it('fail the transaction with what they broke, though it shows only later', async () => {
    await platform.database.transaction((tx) => insertJob(tx, job('twice')))
    const failed = platform.database.transaction(async (tx) => {
      await addToCounters(tx, 'twice', { made: 1 })
      await insertJob(tx, job('twice'))
      return await nameOf(tx, 'twice') // fails too, but for the insert's sake
    })
    expect(isUniqueViolation(await failed.catch((error) => error))).toBe(true)
    const atTheEnd = platform.database.transaction((tx) => insertJob(tx, job('twice')))
    expect(isUniqueViolation(await atTheEnd.catch((error) => error))).toBe(true)
    expect(await readCounters(platform.database.read, 'twice')).toEqual({})
  })

  it('are gone with a transaction that throws', async () => {
    const failed = platform.database.transaction(async (tx) => {
      await insertJob(tx, job('thrown'))
      throw new Error('changed its mind')
    })
    await expect(failed).rejects.toThrow('changed its mind')
    expect(await nameOf(platform.database.read, 'thrown')).toBeUndefined()
  })

  it('leave the connection fit for the next transaction', async () => {
    for (let round = 0; round < 30; round += 1)
      await platform.database
        .transaction(async (tx) => {
          await insertJob(tx, job(`round ${round % 2}`))
          if (round % 3 === 0) await sql`select nothing from nowhere`.execute(tx)
        })
        .catch(() => {})
    expect(await nameOf(platform.database.read, 'round 1')).toEqual({ name: 'first' })
  })
})
