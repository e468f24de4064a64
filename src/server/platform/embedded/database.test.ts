import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testLog } from '../../testing/database.ts'
import { processorMsOf } from '../../testing/processor-time.ts'
import { openEmbeddedDatabase } from './database.ts'

it('is not ready once its file has been taken away, be there another in its place or not', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'baton-database-'))
  const [folder, elsewhere] = [join(parent, 'data'), join(parent, 'elsewhere')] as const
  mkdirSync(folder)
  const database = await openEmbeddedDatabase(folder, testLog)
  try {
    await database.migrate()
    expect(await database.isReady()).toBe(true)
    renameSync(folder, elsewhere)
    expect(await database.isReady()).toBe(false)
    cpSync(elsewhere, folder, { recursive: true })
    expect(await database.isReady()).toBe(false)
    rmSync(folder, { recursive: true })
    renameSync(elsewhere, folder)
    expect(await database.isReady()).toBe(true)
  } finally {
    await database.close()
    rmSync(parent, { recursive: true })
  }
})

it('answers thousands of reads that are asked for at once for no more than in small groups', async () => {
  const READS = 6_000
  const folder = mkdtempSync(join(tmpdir(), 'baton-database-'))
  const database = await openEmbeddedDatabase(folder, testLog)
  const read = () => sql`select 1`.execute(database.read)
  const readAll = async (atOnce: number) => {
    for (let done = 0; done < READS; done += atOnce) await Promise.all(Array.from({ length: atOnce }, read))
  }
  // The least of ten, as a garbage collection may fall into any of them.
  const leastMs = async (atOnce: number) => {
    const each = []
    for (let time = 0; time < 10; time += 1) each.push(await processorMsOf(() => readAll(atOnce)))
    return Math.min(...each)
  }
  try {
    await readAll(100) // compiles the code
    const inGroups = await leastMs(100)
    expect(await leastMs(READS)).toBeLessThan(5 * inGroups)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
