import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { newestEventAt, schemaState } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import type { DatabaseState } from '../platform.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

/** Reads beside the process that has the folder. */
export async function inspectEmbedded(dataDir: string): Promise<DatabaseState> {
  const path = join(dataDir, 'baton.db')
  const found = {
    name: `SQLite in ${resolve(dataDir)}`,
    clock: undefined,
    newestEventAt: undefined,
    problem: undefined,
  }
  if (!existsSync(path)) return { ...found, schema: { applied: [], pending: [], newer: [] } }
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: true }) })
  try {
    const schema = await schemaState(db)
    return { ...found, schema, newestEventAt: await newestEventAt(db, schema) }
  } finally {
    await db.destroy()
  }
}
