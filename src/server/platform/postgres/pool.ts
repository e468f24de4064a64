import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { PreparingClient } from './preparing-client.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const SILENCE_MS = 35_000 // a server that has not even said that a query took too long is gone
const CONNECTION_TIMEOUT_MS = 10_000
const TOO_MANY_CONNECTIONS = '53300' // SQLSTATE (PostgreSQL manual, appendix A)
const POOL_SIZE = 20
const BOSS_POOL_SIZE = 4 // apart, so that heartbeats never wait behind requests

/** The most that one process opens: the pool's, the queue's, one for short queries, one for notifications. */
export const MOST_CONNECTIONS = POOL_SIZE + BOSS_POOL_SIZE + 2

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

/** The same for pg-boss, which opens connections of its own and reads them in its own way. */
export function bossOptions(databaseUrl: string) {
  const { connectionString, connectionTimeoutMillis, keepAlive } = connectionOptions(databaseUrl)
  return { connectionString, connectionTimeoutMillis, keepAlive, ...boundedTime, max: BOSS_POOL_SIZE }
}

function boundedOptions(databaseUrl: string) {
  return {
    ...connectionOptions(databaseUrl),
    ...boundedTime,
    pipeline: true, // what needs no answer, or is asked by others, is sent before the answer to what is on its way
    // Plans are kept: one made while a table was nearly empty must not read all of it once it is large. What has no index
    // all the same is not worth compiling for the price that makes up.
    options: '-c enable_seqscan=off -c jit=off',
  } satisfies pg.ClientConfig
}

/** A connection of its own, like those of the pool. */
export function createClient(databaseUrl: string): pg.Client {
  return new PreparingClient(boundedOptions(databaseUrl))
}

/** Waits for one of its own connections, or the server's next, where the server has none to give just now. */
class PatientPool extends pg.Pool {
  // The driver's own method has two forms. Kysely and transactions ask in the one that gives a promise.
  override connect = (async (...given: Parameters<pg.Pool['connect']>) => {
    if (given.length > 0) return super.connect(...given)
    const until = Date.now() + CONNECTION_TIMEOUT_MS
    for (;;)
      try {
        return await super.connect()
      } catch (error) {
        if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > until) throw error
        await delay(20 + Math.random() * 80)
      }
  }) as unknown as pg.Pool['connect']
}

/** Connections that survive the server's restarts: a lost one is replaced by the next query. */
export function createPool(databaseUrl: string, log: Log): pg.Pool {
  const pool = new PatientPool({ ...boundedOptions(databaseUrl), Client: PreparingClient, max: POOL_SIZE })
  const lost = (error: Error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost)) // one in use tells nobody else
  return pool
}
