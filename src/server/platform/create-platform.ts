import type { Log } from './log.ts'
import type { Platform } from './platform.ts'

/** One machine unless there is a database server. Only the chosen half is loaded. */
export async function createPlatform(options: {
  dataDir: string
  databaseUrl: string | undefined
  log: Log
}): Promise<Platform> {
  const { dataDir, databaseUrl, log } = options
  if (databaseUrl) {
    const { createPostgresPlatform } = await import('./postgres/platform.ts')
    return await createPostgresPlatform({ databaseUrl, log })
  }
  const { createEmbeddedPlatform } = await import('./embedded/platform.ts')
  return await createEmbeddedPlatform({ dataDir, log })
}
