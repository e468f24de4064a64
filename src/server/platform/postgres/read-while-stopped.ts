import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate, schemaState } from '../../db/migrate.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { explaining } from './explain.ts'
import { assertUsable } from './inspect.ts'
import { connectionOptions, SESSION_NAMES } from './pool.ts'
import { settleTls } from './settle-tls.ts'

/**
 * Brings the database up to date, then runs `work` on what it holds at one moment. The only connection is outside the
 * server's pools, because their time limits for queries are too short for sorting a large table.
 * @throws Error with advice for the operator when a server is using the database, it has no tables, or can't be used
 */
export async function readPostgresWhileStopped<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  return explaining(async () => {
    const pool = new pg.Pool({ ...connectionOptions(await settleTls(databaseUrl)), max: 1 })
    pool.on('error', () => {}) // the next query reports the error too
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    try {
      await assertUsable(db)
      await assertInstalled(db)
      await assertStopped(db)
      await migrate(db)
      return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    } finally {
      await db.destroy()
    }
  })
}

async function assertInstalled(db: Db): Promise<void> {
  if ((await schemaState(db)).applied.length > 0) return
  throw new Error('There is no installation in the database. Set DATABASE_URL to the address of its database.')
}

/** @throws Error that says where they run, if processes of the server are connected to the database */
async function assertStopped(db: Db): Promise<void> {
  // DATABASE_URL may give connections another name, which this one has then, too.
  const { rows } = await sql<{ place: string }>`
    select distinct coalesce(host(client_addr), 'this machine') as place from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in (${sql.join(SESSION_NAMES)}, current_setting('application_name'))
    order by place`.execute(db)
  if (rows.length === 0) return
  const places = rows.map(({ place }) => place).join(', ')
  throw new Error(`The database is in use by processes of Baton (on ${places}). Stop all of them first.`)
}
