import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTION_TIMEOUT_MS } from './pool.ts'

const TOO_MANY_CONNECTIONS = '53300' // SQLSTATE (PostgreSQL manual, appendix A)
const QUIET_MS = 1000 // milliseconds since its last use after which a connection is tested before the next
const ANSWER_MS = 1000 // milliseconds; if a slow server takes longer, the only cost is a new connection

export interface LiveConnection {
  query(config: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  release(destroy?: boolean): void
}

/**
 * Makes a function that borrows a working connection from a pool. A connection can die silently, for example when a
 * firewall drops it, and each query on it would then wait for its timeout. So a connection that was idle is tested
 * first, and one on which a query got no answer from the server is not used again.
 */
export function liveConnections(pool: pg.Pool): () => Promise<LiveConnection> {
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let diedAt = Number.NEGATIVE_INFINITY

  async function isAlive(client: pg.PoolClient): Promise<boolean> {
    const heard = heardAt.get(client)
    if (heard === undefined || performance.now() - heard < QUIET_MS) return true
    if (heard < diedAt) return false // idle since before another one was found dead, so probably dead too
    if (await answers(client)) return true
    diedAt = performance.now()
    return false
  }

  function lend(client: pg.PoolClient): LiveConnection {
    let failure: { error: unknown } | undefined
    return {
      async query(config, values) {
        if (failure) throw failure.error // a rollback would only wait for its timeout as well
        try {
          return await client.query(config as pg.QueryConfig, values)
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) failure = { error }
          throw error
        }
      },
      release(destroy = false) {
        heardAt.set(client, performance.now())
        client.release(destroy || failure !== undefined)
      },
    }
  }

  return async () => {
    for (;;) {
      const client = await connectPatiently(pool)
      if (await isAlive(client)) return lend(client)
      client.release(true)
    }
  }
}

async function answers(client: pg.PoolClient): Promise<boolean> {
  const isOver = new AbortController()
  const asked = client.query('select 1').then(
    () => true,
    () => false,
  )
  const timeUp = delay(ANSWER_MS, undefined, { signal: isOver.signal })
    .then(() => nextTurn()) // lets an answer count that arrived while this process was busy
    .then(
      () => false,
      () => false,
    )
  const isAnswered = await Promise.race([asked, timeUp])
  isOver.abort()
  return isAnswered
}

/** Waits for a connection, and tries again while the server has its maximum, for as long as opening one may take. */
async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const until = Date.now() + CONNECTION_TIMEOUT_MS
  for (;;)
    try {
      return await pool.connect()
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > until) throw error
      await delay(20 + Math.random() * 80)
    }
}
