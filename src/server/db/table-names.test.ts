import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { tableNames } from './table-names.ts'

const OF_POSTGRES_ALONE = ['rate_limits', 'held_places'] // exports omit what is good for a minute
const OF_SQLITE_ALONE = 'search_words' // its index for full-text search, made from the rows of `search_lines`

describe.each(databases())('the list of tables on $name', ({ create }) => {
  let platform: Platform
  afterEach(() => platform.close())

  it('has every table there is', async () => {
    platform = await create()
    const db = platform.database.read
    const tables = await db.introspection.getTables()
    const names = tables.map(({ name }) => name)
    const exported = names.filter((name) => !OF_POSTGRES_ALONE.includes(name) && !name.startsWith(OF_SQLITE_ALONE))
    expect(exported.toSorted()).toEqual(tableNames.toSorted())
  })
})

describe('the order of tables', () => {
  it('puts each after those it refers to', async () => {
    const platform = await databases()[0]!.create()
    for (const [index, table] of tableNames.entries()) {
      const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`.execute(
        platform.database.read,
      )
      for (const { table: target } of rows) expect(tableNames.slice(0, index)).toContain(target)
    }
    await platform.close()
  })
})
