import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testLog } from '../../testing/database.ts'
import type { Platform } from '../platform.ts'
import { depthOf, lockFolder } from './folder-lock.ts'
import { createEmbeddedPlatform } from './platform.ts'

let parent: string
let dataDir: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'baton-folder-'))
  dataDir = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true }))

async function open(folder: string): Promise<Platform> {
  const platform = await createEmbeddedPlatform({ dataDir: folder, log: testLog })
  await platform.database.migrate()
  return platform
}

/** How thoroughly a starting server would check the database in a folder. */
function checkOf(folder: string): string {
  const lock = lockFolder(folder)
  lock.release()
  return lock.check
}

describe('the lock of the data folder', () => {
  it('lets nobody in, however often its file is deleted under the process that has it', async () => {
    const platform = await open(dataDir)
    for (let round = 0; round < 3; round += 1) {
      if (round !== 1) rmSync(join(dataDir, 'lock.db'))
      await expect(open(dataDir)).rejects.toThrow(`The data folder ${dataDir} is in use by another process`)
    }
    expect(await platform.database.isReady()).toBe(true)
    await platform.close()
    await (await open(dataDir)).close()
  })

  it('leaves nothing but the database and itself', async () => {
    await (await open(dataDir)).close()
    expect(readdirSync(dataDir).sort()).toEqual(['baton.db', 'lock.db'])
  })

  it('has a database checked that was not closed, quickly, and one that was copied or written to, wholly', async () => {
    await (await open(dataDir)).close()
    expect(checkOf(dataDir)).toBe('none')

    const copy = join(parent, 'copy')
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    expect(checkOf(copy)).toBe('full')

    rmSync(join(copy, 'lock.db'))
    expect(checkOf(copy)).toBe('full')

    const lock = lockFolder(dataDir)
    lock.note({ isClosed: false })
    lock.release()
    expect(checkOf(dataDir)).toBe('quick')
  })

  it('knows a file by its number, size and time', () => {
    const file = { inode: 7, size: 4096, changedAt: 1_000 }
    const closed = { ...file, isClosed: 1 }
    expect(depthOf(undefined, file)).toBe('full')
    expect(depthOf(closed, file)).toBe('none')
    expect(depthOf({ ...file, isClosed: 0 }, file)).toBe('quick')
    expect(depthOf(closed, { ...file, inode: 8 })).toBe('full')
    expect(depthOf(closed, { ...file, size: 0 })).toBe('full')
    expect(depthOf(closed, { ...file, changedAt: 2_000 })).toBe('full')
  })
})

describe('a damaged database', () => {
  it('is refused by name, again and again, and left as it is', async () => {
    await (await open(dataDir)).close()
    const database = join(dataDir, 'baton.db')
    writeFileSync(database, 'This is no database.'.repeat(1_000))
    for (let start = 0; start < 2; start += 1)
      await expect(open(dataDir)).rejects.toThrow(
        new RegExp(`^The database ${database} is damaged: file is not a database\\. .*npm run backup`),
      )
    expect(existsSync(`${database}-wal`)).toBe(false)
  })

  it('starts again once a sound one is in its place', async () => {
    await (await open(dataDir)).close()
    const database = join(dataDir, 'baton.db')
    copyFileSync(database, join(parent, 'sound.db'))
    writeFileSync(database, 'This is no database.'.repeat(1_000))
    await expect(open(dataDir)).rejects.toThrow('damaged')
    copyFileSync(join(parent, 'sound.db'), database)
    await (await open(dataDir)).close()
  })
})

describe('a data folder that can not be made', () => {
  it.runIf(existsSync('/proc/self'))('is refused at once, by name', async () => {
    for (const folder of ['/proc/baton', '/proc/baton/data', '/dev/null/data', '/dev/null'])
      await expect(createEmbeddedPlatform({ dataDir: folder, log: testLog })).rejects.toThrow(
        new RegExp(`^The data folder ${folder} can't be made \\(.+\\)\\. Set DATA_DIR to`),
      )
  })
})
