import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'

export interface TestDatabase {
  name: 'sqlite' | 'postgres'
  /** A platform on a fresh, migrated database of its own, which goes with `close`. */
  create(): Promise<Platform>
}

/** For `describe.each(databases())`: every test that touches the database runs on each. */
export function databases(): TestDatabase[] {
  return [{ name: 'sqlite', create: createOnSqlite }]
}

/** Errors the platform logs are the tests' to see; what is routine stays quiet. */
export const testLog: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
}

async function createOnSqlite(): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-test-'))
  const platform = await createEmbeddedPlatform({ dataDir, log: testLog })
  await platform.database.migrate()
  return {
    ...platform,
    async close() {
      await platform.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
