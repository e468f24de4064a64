import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../platform/embedded/database.ts'
import type { Platform } from '../platform/platform.ts'
import { databases, testLog } from '../testing/database.ts'
import { addToCounters, counterSum } from './counters.ts'
import { sharedOne } from './prepared.ts'

const readMade = sharedOne((db, owner: string) => counterSum(db, owner, 'made'))
const readOwner = sharedOne((db, owner: string) =>
  db.selectFrom('counters').select('owner_id').where('owner_id', '=', owner),
)

describe.each(databases())('what many requests read, on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())
  const count = (owner: string) => platform.database.transaction((tx) => addToCounters(tx, owner, { made: 1 }))

  it('is never older than its question, however many ask and write at once', async () => {
    const { read } = platform.database
    let written = 0
    const asked: Promise<boolean>[] = []
    for (let round = 0; round < 50; round += 1) {
      const counting = count('busy').then(() => {
        written += 1
      })
      for (let reader = 0; reader < 10; reader += 1) {
        const known = written
        asked.push(readMade(read, 'busy').then((row) => (row?.total ?? 0) >= known))
      }
      await counting
      const known = written
      asked.push(readMade(read, 'busy').then((row) => (row?.total ?? 0) >= known))
    }
    expect(await Promise.all(asked)).not.toContain(false)
    expect(await readMade(read, 'busy')).toEqual({ total: 50 })
  })

  it('is told apart by question and by values', async () => {
    await count('one')
    const { read } = platform.database
    expect(await readMade(read, 'one')).toEqual({ total: 1 })
    expect(await readOwner(read, 'one')).toEqual({ owner_id: 'one' })
    expect(await readMade(read, 'other')).toEqual({ total: 0 })
  })

  it('is read anew within a transaction', async () => {
    await count('inside')
    await platform.database.transaction(async (tx) => {
      await addToCounters(tx, 'inside', { made: 1 })
      expect(await readMade(tx, 'inside')).toEqual({ total: 2 })
    })
  })
})

it('is remembered on SQLite until this process writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-reads-'))
  const database = await openEmbeddedDatabase(folder, testLog)
  try {
    await database.migrate()
    await database.transaction((tx) => addToCounters(tx, 'one', { made: 1 }))
    expect(await readMade(database.read, 'one')).toEqual({ total: 1 })
    const behind = new DatabaseSync(join(folder, 'baton.db'))
    behind.exec("update counters set value = 7 where owner_id = 'one'")
    behind.close()
    expect(await readMade(database.read, 'one')).toEqual({ total: 1 })
    await database.transaction((tx) => addToCounters(tx, 'other', { made: 1 }))
    expect(await readMade(database.read, 'one')).toEqual({ total: 7 })
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})
