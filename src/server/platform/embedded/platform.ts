import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assertWritable, makeDataFolder } from '../data-folder.ts'
import { createJobQueue } from '../job-queue.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { openEmbeddedDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { type Depth, damageOf, MEND_DAMAGE } from './integrity.ts'
import { createEmbeddedNotifications } from './notifications.ts'
import { createEmbeddedRateLimits } from './rate-limit.ts'

const CLOSE_GRACE_MS = 8000 // milliseconds for running jobs to end, out of 10 s for the whole shutdown

/**
 * Creates the platform that needs only one process and one folder.
 * @throws Error with advice for the operator when the folder can't be created, another process uses it, or its database
 * is damaged; the system's or the driver's error when the folder or the database is not writable
 */
export async function createEmbeddedPlatform({ dataDir, log }: { dataDir: string; log: Log }): Promise<Platform> {
  makeDataFolder(dataDir)
  assertWritable(dataDir)
  const lock = lockFolder(dataDir)
  const note = (isClosed: boolean) => {
    try {
      lock.note({ isClosed })
    } catch (error) {
      log.warn({ err: error }, 'The next start checks the database, as the state of this one could not be noted')
    }
  }
  try {
    assertSound(join(resolve(dataDir), 'baton.db'), lock.check, log)
    const database = await openEmbeddedDatabase(dataDir, log)
    note(false)
    const notifications = createEmbeddedNotifications(log)
    const jobs = createJobQueue(database, notifications, log)
    return {
      database,
      jobs,
      notifications,
      rateLimits: createEmbeddedRateLimits(),
      async close() {
        await jobs.stop(CLOSE_GRACE_MS)
        await database.close()
        note(true)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function assertSound(path: string, depth: Depth, log: Log): void {
  if (depth === 'none' || !existsSync(path)) return
  log.info({ depth }, 'The database was not closed here, or has been changed since: it is checked')
  const damage = damageOf(path, depth, { readOnly: false })
  if (damage) throw new Error(`The database ${path} is damaged: ${damage}. ${MEND_DAMAGE}`)
}
