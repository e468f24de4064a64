import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { jsonRows, parseRows } from './json-rows.ts'

describe.each(databases())('rows as one column, on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  const insert = (rows: { owner_id: string; name: string; value: number }[]) =>
    platform.database.transaction(async (tx) => {
      await tx.insertInto('counters').values(rows).execute()
    })
  const read = async (owner: string) => {
    const { read: db } = platform.database
    const counters = db
      .selectFrom('counters')
      .select(['name', 'value as amount'])
      .where('owner_id', '=', owner)
      .orderBy('value', 'desc')
    const { rows } = await db.selectNoFrom(jsonRows(db, counters).as('rows')).executeTakeFirstOrThrow()
    return parseRows(rows)
  }

  it('are the rows to the character, in their order', async () => {
    const names = [
      '"quoted"',
      '\\back\\slash',
      'line\nbreak\ttab',
      '{"a":[1]}',
      'null',
      '',
      '😀 é ß 中 שלום',
      '\u2028',
      '\u0001',
    ]
    const rows = names.map((name, index) => ({ owner_id: 'texts', name, value: index * 1_000_000_000_000 }))
    await insert(rows)
    expect(await read('texts')).toEqual(rows.reverse().map(({ name, value }) => ({ name, amount: value })))
  })

  it('are an empty array where there are none', async () => {
    expect(await read('nobody')).toEqual([])
  })
})
