import type { Config } from '../config.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import type { DatabaseState, Platform } from './platform.ts'

/** The one place where the platform is chosen. The code of the other platform is not even loaded. */
export async function createPlatform(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Platform> {
  if (config.databaseUrl) {
    makeDataFolder(config.dataDir) // for the uploaded files
    const { createPostgresPlatform } = await import('./postgres/platform.ts')
    return createPostgresPlatform({ databaseUrl: config.databaseUrl, log })
  }
  const { createEmbeddedPlatform } = await import('./embedded/platform.ts')
  return createEmbeddedPlatform({ dataDir: config.dataDir, log })
}

/**
 * Copies the database into a folder, whether or not a server runs: all of it as it was at one moment.
 * @throws Error with a sentence when it can't
 */
export async function backUpDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, folder: string): Promise<void> {
  if (config.databaseUrl) return (await import('./postgres/backup.ts')).backUpPostgres(config.databaseUrl, folder)
  return (await import('./embedded/backup.ts')).backUpEmbedded(config.dataDir, folder)
}

/** Looks at the database without changing it, whether or not a server runs. @throws what the driver says when it can't */
export async function inspectDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DatabaseState> {
  if (config.databaseUrl) return (await import('./postgres/inspect.ts')).inspectPostgres(config.databaseUrl)
  return (await import('./embedded/inspect.ts')).inspectEmbedded(config.dataDir)
}
