import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testLog } from '../../testing/database.ts'
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
