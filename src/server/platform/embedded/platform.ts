import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { openEmbeddedDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { createEmbeddedJobs } from './jobs.ts'
import { createEmbeddedNotifications } from './notifications.ts'
import { createEmbeddedRateLimits } from './rate-limit.ts'

const CLOSE_GRACE_MS = 8000 // of the 10 s in which a stopping process finishes what is in flight

/**
 * Everything in one process and one folder.
 *
 * @throws Error with a sentence that names the folder when another process uses it
 */
export async function createEmbeddedPlatform({ dataDir, log }: { dataDir: string; log: Log }): Promise<Platform> {
  const unlock = lockFolder(dataDir)
  try {
    const database = await openEmbeddedDatabase(dataDir, log)
    const jobs = createEmbeddedJobs(database, log)
    return {
      database,
      jobs,
      notifications: createEmbeddedNotifications(log),
      rateLimits: createEmbeddedRateLimits(),
      async close() {
        await jobs.stop(CLOSE_GRACE_MS)
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
