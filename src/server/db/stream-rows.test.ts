import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { streamRows } from './stream-rows.ts'

describe.each(databases())('streaming the rows of a query on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it.each([0, 1, 100, 250])('reads all of %i, as often as it is asked to in a transaction', async (count) => {
    const made = Array.from({ length: count }, (_, value) => ({ owner_id: `of ${count}`, name: `n${value}`, value }))
    await platform.database.transaction(async (tx) => {
      if (count > 0) await tx.insertInto('counters').values(made).execute()
    })
    await platform.database.snapshot(async (db) => {
      const counters = db.selectFrom('counters').selectAll().where('owner_id', '=', `of ${count}`)
      for (const order of ['asc', 'desc'] as const) {
        const rows = []
        for await (const row of streamRows(db, counters.orderBy('value', order))) rows.push(row)
        expect(rows).toEqual(order === 'asc' ? made : made.toReversed())
      }
    })
  })
})
