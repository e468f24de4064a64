import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import {
  firstOwner,
  mailboxesAtWork,
  modelAccountsOf,
  NO_SCHEMA,
  newestEventAt,
  schemaState,
} from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import type { DatabaseState } from '../platform.ts'
import { damageOf, MEND_DAMAGE } from './integrity.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

/** Examines the database while another process may be using it, and checks every row. */
export async function inspectEmbedded(dataDir: string): Promise<DatabaseState> {
  const path = join(dataDir, 'baton.db')
  const found = {
    name: `SQLite in ${resolve(dataDir)}`,
    clock: undefined,
    newestEventAt: undefined,
    firstOwner: undefined,
    mailboxes: [],
    modelAccounts: [],
    problem: undefined,
  }
  if (!existsSync(path)) return { ...found, schema: NO_SCHEMA }
  const damage = damageOf(path, 'full', { readOnly: true })
  if (damage) return { ...found, schema: NO_SCHEMA, problem: `It is damaged: ${damage}.`, mend: MEND_DAMAGE }
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: true }) })
  try {
    const schema = await schemaState(db)
    if (schema.unusable)
      return { ...found, schema, problem: `It ${schema.unusable.problem}.`, mend: schema.unusable.mend }
    return {
      ...found,
      schema,
      newestEventAt: await newestEventAt(db, schema),
      firstOwner: await firstOwner(db, schema),
      mailboxes: await mailboxesAtWork(db, schema),
      modelAccounts: await modelAccountsOf(db, schema),
    }
  } finally {
    await db.destroy()
  }
}
