import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Creates the folder, readable only by this process's user. @throws Error with advice when that fails */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir)
  try {
    make(folder)
  } catch (error) {
    const reason = (error as Error).message.replace(/, mkdir .*$/s, '')
    throw new Error(
      `The data folder ${folder} can't be made (${reason}). Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
}

/** Tries to make a file in the folder. @throws Error with advice for the operator when that fails */
export function assertWritable(dataDir: string): void {
  const folder = resolve(dataDir)
  const path = join(folder, 'baton.trial')
  try {
    closeSync(openSync(path, 'w', 0o600))
    rmSync(path)
  } catch (error) {
    const reason = (error as Error).message.replace(/, (open|unlink|rm) .*$/s, '')
    throw new Error(
      `The data folder ${folder} can't be written to (${reason}). Let this user own it, or set DATA_DIR to a folder that it may write to.`,
      { cause: error },
    )
  }
}

/** Creates a folder and its parents. With `recursive`, `mkdirSync` never returns after ENOENT, as below /proc. */
function make(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!existsSync(dirname(folder))) make(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** The path of the embedded database. @throws Error with advice for the operator when there is none */
export function embeddedDatabaseIn(dataDir: string): string {
  const folder = resolve(dataDir)
  const path = join(folder, 'baton.db')
  if (!existsSync(path)) throw new Error(`There is no embedded database in ${folder}. Set DATA_DIR to its folder.`)
  return path
}
