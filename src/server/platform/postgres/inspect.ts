import { Kysely, PostgresDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import pg from 'pg'
import {
  firstOwner,
  mailboxesAtWork,
  modelAccountsOf,
  NO_SCHEMA,
  newestEventAt,
  schemaState,
} from '../../db/migrate.ts'
import type { Db, Tables } from '../../db/tables.ts'
import type { DatabaseState } from '../platform.ts'
import { explaining } from './explain.ts'
import { connectionOptions, MOST_CONNECTIONS, onConnect } from './pool.ts'
import { sessionProblem } from './session.ts'
import { settleTls } from './settle-tls.ts'

const OLDEST_VERSION = 15
const ENCODING = 'UTF8'

interface Server {
  version: string
  is_replica: boolean
  encoding: string
  read_only: string
  /** Whether the tables exist, or this user may create them. */
  has_schema: boolean
  /** The schemas in which there is a table of migrations, although no schema of the search path has one. */
  elsewhere: string[]
  search_path: string
  connections: number
  clock: number
}

async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version, pg_is_in_recovery() as is_replica,
      current_setting('server_encoding') as encoding, current_setting('default_transaction_read_only') as read_only,
      to_regclass('organizations') is not null or has_schema_privilege(current_schema(), 'create') as has_schema,
      array(select relnamespace::regnamespace::text from pg_class
        where relname = ${DEFAULT_MIGRATION_TABLE} and relkind = 'r' and to_regclass(${DEFAULT_MIGRATION_TABLE}) is null
      ) as elsewhere, current_setting('search_path') as search_path,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as clock`.execute(db)
  return rows[0]!
}

/** Explains in a sentence why a server that answers can't be used; undefined if it can. */
function problemOf({
  version,
  is_replica,
  read_only,
  encoding,
  has_schema,
  elsewhere,
  search_path,
}: Server): string | undefined {
  if (Number.parseInt(version, 10) < OLDEST_VERSION) return `PostgreSQL ${OLDEST_VERSION} is the oldest that will do.`
  if (is_replica) return 'It only reads: DATABASE_URL leads to a replica.'
  if (read_only === 'on') return 'It only reads: default_transaction_read_only is on.'
  if (encoding !== ENCODING) return `Its encoding is ${encoding}, which can't hold every text; ${ENCODING} can.`
  if (elsewhere[0] !== undefined)
    return `Its tables lie in the schema ${elsewhere.join(', ')}, but search_path names ${search_path || 'none'}: let it name that schema first (alter role … set search_path = ${elsewhere[0]}), or add ?options=-c%20search_path%3D${elsewhere[0]} to DATABASE_URL.`
  if (!has_schema) return 'Its user may not make tables: let it own the database, or grant it "create" on its schema.'
  return undefined
}

/** @throws Error that says why, if the database answers but can't be used; the driver's error if it doesn't answer */
export async function assertUsable(db: Db): Promise<void> {
  const problem = problemOf(await readServer(db))
  if (problem) throw new Error(`DATABASE_URL: ${problem}`)
}

/** What is not read of a database that can't be used. */
const UNREAD = {
  schema: NO_SCHEMA,
  newestEventAt: undefined,
  firstOwner: undefined,
  mailboxes: [],
  modelAccounts: [],
}

/** Examines the database. @throws Error with a sentence, or the driver's error, when it can't be reached */
export async function inspectPostgres(databaseUrl: string): Promise<DatabaseState> {
  return explaining(async () => inspect(await settleTls(databaseUrl)))
}

async function inspect(databaseUrl: string): Promise<DatabaseState> {
  const limited = onConnect({ statement_timeout: 10_000 })
  const pool = new pg.Pool({ ...connectionOptions(databaseUrl), max: 1, onConnect: limited })
  pool.on('error', () => {}) // the next query reports the error too
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const server = await readServer(db)
    const { clock, version } = server
    const name = `PostgreSQL ${version}, connections for ${Math.floor(server.connections / MOST_CONNECTIONS)} processes`
    const problem = problemOf(server) ?? (await sessionProblem(databaseUrl))
    if (problem) return { ...UNREAD, name, clock, problem }
    const schema = await schemaState(db)
    if (schema.unusable)
      return { ...UNREAD, name, clock, problem: `It ${schema.unusable.problem}.`, mend: schema.unusable.mend }
    return {
      name,
      schema,
      clock,
      newestEventAt: await newestEventAt(db, schema),
      firstOwner: await firstOwner(db, schema),
      mailboxes: await mailboxesAtWork(db, schema),
      modelAccounts: await modelAccountsOf(db, schema),
      problem: undefined,
    }
  } finally {
    await db.destroy()
  }
}
