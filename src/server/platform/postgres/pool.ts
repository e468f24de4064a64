import pg from 'pg'
import type { Log } from '../log.ts'
import { PreparingClient } from './preparing-client.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const SILENCE_MS = 35_000 // a server that has not even said that a query took too long is gone
const CONNECTION_TIMEOUT_MS = 10_000

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

function boundedOptions(databaseUrl: string) {
  return {
    ...connectionOptions(databaseUrl),
    pipeline: true, // what needs no answer, or is asked by others, is sent before the answer to what is on its way
    // Plans are kept: one made while a table was nearly empty must not read all of it once it is large. What has no index
    // all the same is not worth compiling for the price that makes up.
    options: '-c enable_seqscan=off -c jit=off',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  } satisfies pg.ClientConfig
}

/** A connection of its own, like those of the pool. */
export function createClient(databaseUrl: string): pg.Client {
  return new PreparingClient(boundedOptions(databaseUrl))
}

/** Connections that survive the server's restarts: a lost one is replaced by the next query. */
export function createPool(databaseUrl: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...boundedOptions(databaseUrl), Client: PreparingClient, max: 20 })
  const lost = (error: Error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost)) // one in use tells nobody else
  return pool
}
