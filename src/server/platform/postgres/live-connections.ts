import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

const TOO_MANY_CONNECTIONS = '53300' // SQLSTATE (PostgreSQL manual, appendix A)
const QUIET_MS = 1000 // whoever has not been heard for so long is asked before being used
const ANSWER_MS = 1000 // a live server that is slower than this costs only a new connection

/** A connection of a pool, to be given back. */
export interface LiveConnection {
  query(config: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  release(destroy?: boolean): void
}

/**
 * Gives connections of a pool that answer. One can die without a word, as when a firewall forgets it: each query on it
 * would wait until its time is over. So one that has been quiet is asked first, and one whose query got anything but
 * the server's answer is never used again.
 *
 * @param patienceMs how long to wait for a connection where the server has none to give
 */
export function liveConnections(pool: pg.Pool, patienceMs: number): () => Promise<LiveConnection> {
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let diedAt = Number.NEGATIVE_INFINITY

  async function isAlive(client: pg.PoolClient): Promise<boolean> {
    const heard = heardAt.get(client)
    if (heard === undefined || performance.now() - heard < QUIET_MS) return true
    if (heard < diedAt) return false // quiet when another was found dead: likely for one cause
    if (await answers(client)) return true
    diedAt = performance.now()
    return false
  }

  function lend(client: pg.PoolClient): LiveConnection {
    let failure: { error: unknown } | undefined
    return {
      async query(config, values) {
        if (failure) throw failure.error // a rollback would only wait as long again
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
      const client = await connectPatiently(pool, patienceMs)
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
    .then(() => nextTurn()) // an answer that came while this process was busy still counts
    .then(
      () => false,
      () => false,
    )
  const isAnswered = await Promise.race([asked, timeUp])
  isOver.abort()
  return isAnswered
}

/** Waits for one of the pool's own connections, or the server's next, where the server has none to give just now. */
async function connectPatiently(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  const until = Date.now() + patienceMs
  for (;;)
    try {
      return await pool.connect()
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > until) throw error
      await delay(20 + Math.random() * 80)
    }
}
