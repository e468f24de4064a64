import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { databases } from '../../testing/database.ts'
import { insertLines, lineFor, selectLines, streamLines, termsOf } from './index.ts'

const ORGANIZATION = '0195b7a0-0000-7000-8000-000000000001'
const texts = [
  `${'again '.repeat(300)}and at last the end`, // PostgreSQL keeps 256 places of a word
  'two words and two more',
  'creme_brulee 東 京',
  '',
]
const line = (words: string, index: number): Row<'search_lines'> => ({
  ...{ number: 1_000 + index, organization_id: ORGANIZATION, conversation_id: `c${index}` },
  ...{ kind: 'message', message: 1, entry: 0, words },
})
const linesOf = (database: Platform['database']) =>
  database.snapshot(async (db) => {
    const lines = []
    for await (const one of streamLines(db)) lines.push(one)
    return lines
  })
const ways = databases().flatMap((from) => databases().map((to) => ({ from, to, name: `${from.name} → ${to.name}` })))

describe.each(ways)('lines of the search index, $name', ({ from, to }) => {
  const platforms: Platform[] = []
  afterEach(async () => {
    for (const platform of platforms.splice(0)) await platform.close()
  })
  const open = async (database: typeof from) => {
    const platform = await database.create()
    platforms.push(platform)
    return platform.database
  }

  it('have the same words in the same order, and are found by the same queries', async () => {
    const [source, target] = [await open(from), await open(to)]
    const put = (database: typeof source, lines: Row<'search_lines'>[]) =>
      database.transaction((tx) =>
        insertLines(
          tx,
          lines.map((one) => lineFor(tx, one)),
        ),
      )
    await put(source, texts.map(line))
    const moved = await linesOf(source)
    expect(moved.slice(1)).toEqual(texts.map(line).slice(1))
    await put(target, moved)
    const find = async (database: typeof source, query: string) => {
      const range = { before: 2_000, from: 0, limit: 10 }
      return (await selectLines(database.read, ORGANIZATION, termsOf(query), range)).lines.map(({ number }) => number)
    }
    const queries = ['"the end"', '"again again"', '"and two"', '"two two"', '東京', 'creme', 'the']
    // Only SQLite knows what follows the 300th place of a word, until the line has been in PostgreSQL.
    if (from.name === to.name || from.name === 'postgres') queries.push('"again and"')
    for (const query of queries) expect([query, await find(target, query)]).toEqual([query, await find(source, query)])
    expect(await find(target, '"the end"')).toEqual([1_000])
  })
})

describe('lines that have the same number, as two processes on PostgreSQL may give', () => {
  it('get numbers of their own in the same order', async () => {
    for (const { name, create } of databases()) {
      if (name !== 'postgres') continue
      const platform = await create()
      const numbers = [7, 5, 5, 6, 9]
      await platform.database.transaction((tx) =>
        insertLines(
          tx,
          numbers.map((number, index) => lineFor(tx, { ...line('word', index), number })),
        ),
      )
      const moved = await linesOf(platform.database)
      expect(moved.map(({ number, conversation_id }) => `${number} ${conversation_id}`)).toEqual([
        '5 c1',
        '6 c2',
        '7 c3',
        '8 c0',
        '9 c4',
      ])
      await platform.close()
    }
  })
})
