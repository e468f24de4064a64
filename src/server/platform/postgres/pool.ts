import pg from 'pg'
import type { Log } from '../log.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const SILENCE_MS = 35_000 // a server that has not even said that a query took too long is gone
export const CONNECTION_TIMEOUT_MS = 10_000
const POOL_SIZE = 20
const BOSS_POOL_SIZE = 4 // apart, so that heartbeats never wait behind requests

/** The most that one process opens: the pool's, the queue's, and one for notifications. */
export const MOST_CONNECTIONS = POOL_SIZE + BOSS_POOL_SIZE + 1

/** Options of every connection. Integers come as numbers: none here passes 2^53. Bytes come as plain, aligned arrays. */
export function connectionOptions(databaseUrl: string) {
  return {
    connectionString: databaseUrl,
    application_name: 'baton',
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

/** For a connection that asks nothing long: one that has died without a word is noticed and replaced. */
const boundedTime = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: SILENCE_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
} satisfies pg.ClientConfig

/** Connections for requests, and whatever else asks the database. */
export function createPool(databaseUrl: string, log: Log): pg.Pool {
  return openPool({ ...connectionOptions(databaseUrl), max: POOL_SIZE }, log)
}

/** A few more for the job queue. */
export function createBossPool(databaseUrl: string, log: Log): pg.Pool {
  return openPool({ ...connectionOptions(databaseUrl), application_name: 'baton-jobs', max: BOSS_POOL_SIZE }, log)
}

/** Connections that survive the server's restarts: a lost one is replaced by the next query. */
function openPool(options: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    ...boundedTime,
    options: '-c jit=off', // no query here runs long enough to be worth compiling
  })
  const lost = (error: Error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost)) // one in use tells nobody else
  return pool
}
