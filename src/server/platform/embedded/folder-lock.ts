import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Takes the data folder for this process, making it if need be. The lock is the kernel's, on a file of its own:
 * it ends with the process however that dies.
 *
 * @returns the function that gives the folder back
 * @throws Error with a sentence that names the folder when another process has it; of the system when it may not write
 */
export function lockFolder(dataDir: string): () => void {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'lock.db')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    accessSync(file, constants.W_OK) // SQLite opens what it may only read all the same, and locks nothing
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
