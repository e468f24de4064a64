import { type Migration, Migrator } from 'kysely/migration'
import * as start from './migrations/0001-start.ts'
import type { Db } from './tables.ts'

const migrations: Record<string, Migration> = { '0001-start': start as unknown as Migration }

/** Brings the schema up to date. Kysely's lock lets several starting processes do it at once. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  return (await migrator.getMigrations()).every((migration) => migration.executedAt)
}
