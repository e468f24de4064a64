import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploaded files are kept. Another place, such as a bucket, is another implementation of this interface. */
export interface Storage {
  /** Keeps the bytes under a key that is a new UUID. They are on disk when this returns. */
  save(key: string, bytes: Uint8Array): Promise<void>
  /** Throws an Error with code `ENOENT` when there is no such file. */
  read(key: string): Promise<Uint8Array>
  /** Removes a file, half saved or whole; one that is already gone is no error, so a repeated job is harmless. */
  remove(key: string): Promise<void>
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Files in one folder, made at the first save. Names are UUIDs, never a visitor's. Several processes may share
 * the folder, over a network file system too.
 */
export function createStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('This is not a key of a stored file.')
    return join(folder, key)
  }

  return {
    async save(key, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = `${pathOf(key)}.part`
      try {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, pathOf(key))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    read: async (key) => readFile(pathOf(key)),
    async remove(key) {
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
  }
}

/** The new name survives a power cut only once its folder is on disk as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
