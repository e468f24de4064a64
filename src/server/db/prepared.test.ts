import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { prepared, preparedOne } from './prepared.ts'

interface Counter {
  owner_id: string
  name: string
  value: number
}

describe.each(databases())('prepared queries on $name', ({ create }) => {
  let platform: Platform
  let built = 0
  const insert = prepared((db, rows: Counter[]) => {
    built += 1
    return db.insertInto('counters').values(rows)
  })
  const select = prepared((db, owner: string, filter: { name?: string; isDescending: boolean }, limit: number) => {
    built += 1
    let query = db.selectFrom('counters').select(['name', 'value']).where('owner_id', '=', owner).limit(limit)
    if (filter.name !== undefined) query = query.where('name', '=', filter.name)
    return query.orderBy('name', filter.isDescending ? 'desc' : 'asc')
  })
  const selectOne = preparedOne((db, owner: string, name: string) =>
    db.selectFrom('counters').select('value').where('owner_id', '=', owner).where('name', 'in', [name, 'fixed']),
  )
  const row = (owner_id: string, name: string, value: number) => ({ owner_id, name, value })

  beforeAll(async () => {
    platform = await create()
    await platform.database.transaction(async (tx) => {
      await insert(tx, [row('one', 'a', 1), row('one', 'b', 2)])
      await insert(tx, [row('other', 'a', 3), row('other', 'c', 4)])
    })
  })
  afterAll(() => platform.close())

  it('runs with the values of each call', async () => {
    const { read } = platform.database
    expect(await select(read, 'one', { isDescending: false }, 9)).toEqual([
      { name: 'a', value: 1 },
      { name: 'b', value: 2 },
    ])
    expect(await select(read, 'other', { isDescending: false }, 1)).toEqual([{ name: 'a', value: 3 }])
    expect(await select(read, 'other', { isDescending: true }, 1)).toEqual([{ name: 'c', value: 4 }])
    expect(await select(read, 'other', { name: 'a', isDescending: true }, 1)).toEqual([{ name: 'a', value: 3 }])
    expect(await selectOne(read, 'other', 'c')).toEqual({ value: 4 })
    expect(await selectOne(read, 'nobody', 'c')).toBeUndefined()
  })

  it('builds a query once for each combination of what it can see', async () => {
    const { read } = platform.database
    const before = built
    for (const owner of ['one', 'other', 'nobody']) {
      await select(read, owner, { isDescending: false }, 5)
      await select(read, owner, { name: 'a', isDescending: false }, 5)
      await select(read, owner, { name: 'b', isDescending: true }, 5)
    }
    expect(built - before).toBeLessThanOrEqual(3)
    await platform.database.transaction((tx) => insert(tx, [row('third', 'a', 1)]))
    const after = built
    await platform.database.transaction((tx) => insert(tx, [row('fourth', 'b', 2)]))
    expect(built).toBe(after)
  })
})
