import { createJobQueue } from '../job-queue.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { openPostgresDatabase } from './database.ts'
import { explaining } from './explain.ts'
import { connectPostgresNotifications } from './notifications.ts'
import { createJobPool } from './pool.ts'
import { createPostgresRateLimits } from './rate-limit.ts'
import { sessionProblem } from './session.ts'
import { settleTls } from './settle-tls.ts'

const CLOSE_GRACE_MS = 8000 // milliseconds for running jobs to end, out of 10 s for the whole shutdown

interface Options {
  databaseUrl: string
  log: Log
}

/**
 * Creates the platform for any number of processes that share a PostgreSQL server.
 * @throws Error with advice for the operator when its address leads to a pooler that shares connections, or when it
 * refuses for a reason that can be explained; else the driver's error when the server can't be reached
 */
export async function createPostgresPlatform({ databaseUrl, log }: Options): Promise<Platform> {
  return explaining(async () => {
    const settled = await settleTls(databaseUrl)
    const problem = await sessionProblem(settled)
    if (problem) throw new Error(`DATABASE_URL: ${problem}`)
    return openPlatform({ databaseUrl: settled, log })
  })
}

async function openPlatform({ databaseUrl, log }: Options): Promise<Platform> {
  const notifications = await connectPostgresNotifications(databaseUrl, log)
  const database = openPostgresDatabase(databaseUrl, log)
  const ofJobs = openPostgresDatabase(databaseUrl, log, createJobPool(databaseUrl, log))
  const jobs = createJobQueue(ofJobs, notifications, log)
  const rateLimits = createPostgresRateLimits(database.read, log)
  return {
    database: { ...database, migrate: () => explaining(database.migrate) },
    jobs,
    notifications,
    rateLimits,
    async close() {
      await jobs.stop(CLOSE_GRACE_MS)
      await ofJobs.close()
      await rateLimits.close()
      await notifications.close()
      await database.close()
    },
  }
}
