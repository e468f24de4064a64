import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStorage } from './storage.ts'

describe('storage', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('gives back what was saved, byte for byte, to another process on the same folder', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 128])
    const key = randomUUID()
    await createStorage(join(folder, 'uploads', 'files')).save(key, bytes)
    const read = await createStorage(join(folder, 'uploads', 'files')).read(key)
    expect([...read!]).toEqual([...bytes])
  })

  test('leaves nothing half written, and nothing that other users of the machine can read', async () => {
    const storage = createStorage(folder)
    const keys = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(keys.map((key, size) => storage.save(key, new Uint8Array(size))))
    expect((await readdir(folder)).sort()).toEqual(keys.sort())
    expect((await stat(join(folder, keys[0] ?? ''))).mode & 0o077).toBe(0)
  })

  test('removes a file, and says nothing when it is gone already', async () => {
    const storage = createStorage(folder)
    const key = randomUUID()
    await storage.save(key, new Uint8Array([1]))
    await writeFile(join(folder, `${key}.part`), 'what a crash left')
    await storage.remove(key)
    await storage.remove(key)
    expect(await readdir(folder)).toEqual([])
    expect(await storage.read(key)).toBeUndefined()
  })

  test.each(['../secret', '/etc/passwd', '', 'a/b', '..%2fsecret', '0197e0c2-0000-7000-8000-00000000000g'])(
    'refuses the key %j',
    async (key) => {
      const storage = createStorage(folder)
      await expect(storage.read(key)).rejects.toThrow('not a key')
      await expect(storage.remove(key)).rejects.toThrow('not a key')
    },
  )
})
