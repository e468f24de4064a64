import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploaded files are kept; another place, such as an S3 bucket, would implement this too. */
export interface Storage {
  /** Stores the bytes under a key, which is a new UUID. They are on disk when this returns. */
  save(key: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined when there is none */
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a file, even partly saved. A missing file is no error, so that a repeated job does no harm. */
  remove(key: string): Promise<void>
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Stores files in one folder, which the first `save` creates. File names are UUIDs, never names that users chose.
 * Several processes may share the folder, on a network file system too.
 * @throws (its methods) Error for a key that is no UUID, and the file system's errors
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
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        return undefined
      }
    },
    async remove(key) {
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
  }
}

/** Flushes a folder to disk; without this the name of a new file may be lost in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
