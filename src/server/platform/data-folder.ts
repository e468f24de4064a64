import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes the data folder if need be, for its own user alone.
 * @throws Error with a sentence that names the folder when it can't be made
 */
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

/** Node's own recursive way tries for ever where the system refuses with ENOENT, as it does below /proc. */
function make(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!existsSync(dirname(folder))) make(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
