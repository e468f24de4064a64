import type { Db } from '../db/tables.ts'
import type { Config } from '../settings/config.ts'
import { embeddedDatabaseIn, makeDataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import type { DatabaseState, Platform } from './platform.ts'

/** Creates PostgreSQL's platform with `DATABASE_URL`, else the embedded one. Loads the code of that one only. */
export async function createPlatform(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Platform> {
  if (config.databaseUrl) {
    makeDataFolder(config.dataDir) // uploaded files are stored there on both platforms
    const { createPostgresPlatform } = await import('./postgres/platform.ts')
    return createPostgresPlatform({ databaseUrl: config.databaseUrl, log })
  }
  const { createEmbeddedPlatform } = await import('./embedded/platform.ts')
  return createEmbeddedPlatform({ dataDir: config.dataDir, log })
}

/**
 * Copies the database into a folder, as it is at one moment, whether a server is running or not.
 * @throws Error with advice for the operator when there is no database, it is damaged, or `pg_dump` is missing or
 * fails; the driver's error when the embedded one can't be read
 */
export async function backUpDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, folder: string): Promise<void> {
  if (config.databaseUrl) return (await import('./postgres/backup.ts')).backUpPostgres(config.databaseUrl, folder)
  return (await import('./embedded/backup.ts')).backUpEmbedded(config.dataDir, folder)
}

/** Restores what `backUpDatabase` has dumped into an empty database. @throws Error with advice for the operator */
export async function restoreDump(databaseUrl: string, folder: string): Promise<void> {
  return (await import('./postgres/backup.ts')).restorePostgres(databaseUrl, folder)
}

/** Locks a data folder, so that no server uses it. @returns what unlocks it. @throws Error if one is using it */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  return (await import('./embedded/folder-lock.ts')).lockFolder(dataDir).release
}

/** Examines the database, which a server may be using. @throws the driver's error when it can't be read */
export async function inspectDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DatabaseState> {
  if (config.databaseUrl) return (await import('./postgres/inspect.ts')).inspectPostgres(config.databaseUrl)
  return (await import('./embedded/inspect.ts')).inspectEmbedded(config.dataDir)
}

/**
 * Brings the database up to date, then runs `work` on what it holds at one moment.
 * @throws Error with advice for the operator when there is no database, or a server is using it
 */
export async function readWhileStopped<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) {
    const { readPostgresWhileStopped } = await import('./postgres/read-while-stopped.ts')
    return readPostgresWhileStopped(config.databaseUrl, work)
  }
  embeddedDatabaseIn(config.dataDir)
  const { database, close } = await createPlatform(config, log) // it locks the folder, as a server does
  try {
    await database.migrate()
    return await database.snapshot(work)
  } finally {
    await close()
  }
}
