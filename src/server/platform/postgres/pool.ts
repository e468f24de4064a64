import pg from 'pg'
import { readDatabaseAddress } from '../../settings/database-address.ts'
import type { Log } from '../log.ts'
import { tlsOptions } from './tls.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const SILENCE_MS = 35_000 // milliseconds; a server that has not reported its own timeout by then is gone
export const CONNECTION_TIMEOUT_MS = 10_000
const POOL_SIZE = 20
// Milliseconds. A new connection plans every statement anew, so a burst of requests after a quiet moment would be slow.
const IDLE_MS = 10 * 60_000

/** The most for requests, the job queue and notifications in one process; one more while it migrates the database. */
export const MOST_CONNECTIONS = POOL_SIZE + 2

/** What the connections of a server are called in PostgreSQL's list of sessions: the last one that of the job queue. */
export const SESSION_NAMES = ['baton', 'baton-jobs'] as const
const [SESSION_NAME, JOBS_SESSION_NAME] = SESSION_NAMES

/** 64-bit integers are read as numbers, since none here exceeds 2^53, and bytes as plain, aligned arrays. */
export function connectionOptions(databaseUrl: string) {
  const { base, host, tls } = readDatabaseAddress(databaseUrl)
  return {
    connectionString: base,
    ssl: tlsOptions(tls, host),
    application_name: SESSION_NAME,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  } satisfies pg.ClientConfig
}

function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === pg.types.builtins.INT8) return Number
  const parse = pg.types.getTypeParser(type, format ?? 'text') as (value: string) => unknown
  if (type === pg.types.builtins.BYTEA) return (value) => new Uint8Array(parse(value) as Uint8Array)
  return parse
}

/** Made by a query, because poolers such as PgBouncer refuse a connection that asks for settings as it begins. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** An option of a pool that makes the settings on each new connection, before it is first used. */
export function onConnect(settings: SessionSettings) {
  const names = Object.keys(settings)
  const text = `select ${names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`).join(', ')}`
  const values = Object.entries(settings).flatMap(([name, value]) => [name, String(value)])
  return async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
    await client.query(text, values)
  }
}

/** Short limits, so that a connection which died silently is noticed. No query runs long enough to be compiled. */
const SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  jit: 'off',
}

export function createPool(databaseUrl: string, log: Log): pg.Pool {
  return openPool({ ...connectionOptions(databaseUrl), max: POOL_SIZE }, log)
}

/**
 * Makes the pool of the job queue's only connection, so that its leases never wait behind requests. All it asks for has
 * an index, and a plan made while no job is waiting would else read the whole table when it has grown.
 */
export function createJobPool(databaseUrl: string, log: Log): pg.Pool {
  const options = { ...connectionOptions(databaseUrl), application_name: JOBS_SESSION_NAME, max: 1 }
  return openPool(options, log, { ...SETTINGS, enable_seqscan: 'off' })
}

/** Makes a pool that survives restarts of the server: a lost connection is replaced by the next query. */
function openPool(options: pg.PoolConfig, log: Log, settings: SessionSettings = SETTINGS): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    query_timeout: SILENCE_MS,
    idleTimeoutMillis: IDLE_MS,
    onConnect: onConnect(settings),
  })
  const lost = (error: Error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost)) // the pool reports errors of idle connections only
  return pool
}
