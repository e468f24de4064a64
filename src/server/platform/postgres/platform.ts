import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { openPostgresDatabase } from './database.ts'
import { createPostgresJobs } from './jobs.ts'
import { connectPostgresNotifications } from './notifications.ts'
import { createPostgresRateLimits } from './rate-limit.ts'

const CLOSE_GRACE_MS = 8000 // milliseconds for running jobs to end, out of 10 s for the whole shutdown

/**
 * Creates the platform for any number of processes that share a PostgreSQL server.
 *
 * @throws the driver's error when the server can't be reached
 */
export async function createPostgresPlatform(options: { databaseUrl: string; log: Log }): Promise<Platform> {
  const { databaseUrl, log } = options
  const notifications = await connectPostgresNotifications(databaseUrl, log)
  const database = openPostgresDatabase(databaseUrl, log)
  const jobs = createPostgresJobs(databaseUrl, { database, notifications, log })
  const rateLimits = createPostgresRateLimits(database.read, log)
  return {
    database: {
      ...database,
      async migrate() {
        await database.migrate()
        await jobs.install()
      },
    },
    jobs,
    notifications,
    rateLimits,
    async close() {
      await jobs.stop(CLOSE_GRACE_MS)
      await jobs.close()
      await rateLimits.close()
      await notifications.close()
      await database.close()
    },
  }
}
