import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { isMigrated, migrate } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import { settleRestoredEvents } from '../../db/visible-events.ts'
import { type Shortage, shortageOf } from '../../process/shortage.ts'
import { hooksOf } from '../after-commit.ts'
import type { Log } from '../log.ts'
import { withoutNesting } from '../no-nesting.ts'
import { onceASecond } from '../once-a-second.ts'
import type { Database } from '../platform.ts'
import { assertUsable } from './inspect.ts'
import { PLAN_IS_OLD, withNamedStatements } from './named-statements.ts'
import { connectionOptions, createPool, onConnect } from './pool.ts'

const RETRIES = 3
// Run again after these: serialization failure, deadlock, and a query plan that a migration has made invalid.
const WORTH_RETRYING = ['40001', '40P01', PLAN_IS_OLD]

// Milliseconds that a migration waits for a lock, as later queries of that table wait behind it, even reads.
const LOCK_TIMEOUT_MS = 3_000
const LOCK_RETRY_MS = 3_000 // between two tries, so that the queries that have waited get their turn
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Makes a database of a pool of connections to the PostgreSQL server. */
export function openPostgresDatabase(
  databaseUrl: string,
  log: Log,
  from = createPool(databaseUrl, log),
): Database & { close(): Promise<void> } {
  let lacking: Shortage | undefined
  const pool = withNamedStatements(from, (error) => {
    lacking = shortageOf(error) ?? lacking
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let migrated = false
  const askForRoom = onceASecond(async () => {
    try {
      await tryToGrow(db)
      lacking = undefined
    } catch (error) {
      log.warn({ err: error }, 'The database has no room to grow')
    }
    return lacking
  })

  return {
    read: db,
    connections: () => ({ open: from.totalCount, idle: from.idleCount, waiting: from.waitingCount }),
    snapshot: (work) =>
      retried(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)),
    async transaction(work) {
      const { result, hooks } = await retried(() =>
        withoutNesting(() => db.transaction().execute(async (tx) => ({ result: await work(tx), hooks: hooksOf(tx) }))),
      )
      for (const hook of hooks) hook()
      return result
    },
    async forgetDeleted() {}, // PostgreSQL frees the space of deleted rows by itself, and dumps leave it out
    async migrate() {
      // A connection outside the pool, because the pool's time limit for queries is too short for building an index.
      const limited = onConnect({ lock_timeout: LOCK_TIMEOUT_MS })
      const pool = new pg.Pool({ ...connectionOptions(databaseUrl), max: 1, onConnect: limited })
      const patient = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      try {
        await assertUsable(patient)
        await unlessLocked(async () => {
          await migrate(patient)
          await settleRestoredEvents(patient)
        }, log)
      } finally {
        await patient.destroy()
      }
    },
    async isReady() {
      try {
        if (migrated) await sql`select 1`.execute(db)
        else migrated = await isMigrated(db)
        return migrated
      } catch (error) {
        log.warn({ err: error }, 'The database does not answer')
        return false
      }
    },
    // A healthy server is not asked to make tables.
    shortage: async () => lacking && askForRoom(),
    async close() {
      await db.destroy()
    },
  }
}

/** Writes some pages to the database server's disk, in a transaction that is rolled back. */
async function tryToGrow(db: Kysely<Tables>): Promise<void> {
  const enough = new Error('There is room')
  const trial = db.transaction().execute(async (tx) => {
    await sql`create unlogged table baton_room as
      select repeat(chr(65 + n % 26), 1000) from generate_series(1, 64) as n`.execute(tx)
    throw enough
  })
  await trial.catch((error: { code?: string }) => {
    // A user who may not make tables can't try it; then what fails next says it again.
    if (error !== enough && error.code !== INSUFFICIENT_PRIVILEGE) throw error
  })
}

/** Runs a transaction, and repeats it from its beginning, up to three times, if the error may not occur again. */
async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await transaction()
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (retry > RETRIES || !WORTH_RETRYING.includes(code)) throw error
      await delay(Math.random() * 20 * retry) // a random wait, so that the two transactions don't collide again
    }
  }
}

/** Runs `work`, which must be safe to repeat, until no lock of another transaction makes it fail. */
async function unlessLocked(work: () => Promise<void>, log: Log): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      if (![code, cause?.code].includes(LOCK_NOT_AVAILABLE)) throw error
      log.warn({ err: error }, 'The schema is brought up to date once a long transaction of somebody else has ended')
      await delay(LOCK_RETRY_MS)
    }
  }
}
