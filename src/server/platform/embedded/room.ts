import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Shortage, shortageOf } from '../../process/shortage.ts'
import type { Log } from '../log.ts'

const TRIED_BYTES = 64 * 1_024
const GROWING = ['baton.db', 'baton.db-wal']

/**
 * What is lacking to let the database in a folder grow; undefined if nothing is. Tries it, by a file that is removed
 * again, because the system has no question for quotas. The file is written where the largest file of the database
 * ends, so that a limit of file sizes shows; what lies before takes no room.
 */
export async function shortageIn(folder: string, log: Log): Promise<Shortage | undefined> {
  const path = join(folder, 'baton.room')
  try {
    const sizes = await Promise.all(GROWING.map((name) => stat(join(folder, name)).catch(() => undefined)))
    const file = await open(path, 'w', 0o600)
    try {
      await file.write(new Uint8Array(TRIED_BYTES), 0, TRIED_BYTES, Math.max(...sizes.map((found) => found?.size ?? 0)))
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    log.warn({ err: error }, 'The database has no room to grow')
    return shortageOf(error)
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}
