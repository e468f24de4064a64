import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../../file-system/unless-missing.ts'
import { isKey, keyChecked, type Storage } from './storage.ts'

/**
 * Stores files in one folder, which the first `save` creates. File names are UUIDs, never names that users chose.
 * Several processes may share the folder, on a network file system too.
 * @throws (its methods) Error for a key that is no UUID, and the file system's errors
 */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, keyChecked(key))

  return {
    async save(key, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = `${pathOf(key)}.part`
      try {
        await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true })
        await rename(temporary, pathOf(key))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    read: (key) => readFile(pathOf(key)).catch(unlessMissing),
    async open(key) {
      const file = await open(pathOf(key)).catch(unlessMissing)
      return file?.createReadStream()
    },
    async remove(key) {
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
    async *list() {
      for (const key of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const found = isKey(key) ? await stat(join(folder, key)).catch(unlessMissing) : undefined
        if (found) yield { key, size: found.size }
      }
    },
    async close() {},
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
