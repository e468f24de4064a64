import { accessSync, constants, statSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { isMigrated, migrate } from '../../db/migrate.ts'
import type { Tables, Tx } from '../../db/tables.ts'
import { type Shortage, shortageOf } from '../../process/shortage.ts'
import { inPresentTrace } from '../../process/trace.ts'
import { hooksOf } from '../after-commit.ts'
import type { Log } from '../log.ts'
import { assertNotNested, withoutNesting } from '../no-nesting.ts'
import { onceASecond } from '../once-a-second.ts'
import type { Database } from '../platform.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

const AT_ONCE = 100 // transactions in one commit, so that the first of many does not wait too long

const savepoint = CompiledQuery.raw('savepoint member')
const release = CompiledQuery.raw('release member')
const rollback = CompiledQuery.raw('rollback to member')

interface Member {
  run(tx: Tx): Promise<unknown>
  done(result: unknown): void
  failed(error: unknown): void
}

/**
 * Runs write transactions one after another, and commits those that wait together (group commit), as flushing takes
 * most of the time of a small one. Each still can fail alone, and resolves only once it is on disk.
 */
function createGroupCommit(write: Kysely<Tables>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  let waiting: Member[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await nextTurn() // so that requests already received can join this transaction
      const members = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await commit(write, members)
    }
    isRunning = false
  }

  return async (work) => {
    assertNotNested()
    return await new Promise((resolve, reject) => {
      waiting.push({ run: inPresentTrace(work), done: resolve as (result: unknown) => void, failed: reject })
      if (!isRunning) void run()
    })
  }
}

/** Runs transactions and commits them together. Never rejects; errors are passed to the callers of the transactions. */
async function commit(write: Kysely<Tables>, members: readonly Member[]): Promise<void> {
  const ends: (() => void)[] = []
  let cause: unknown
  try {
    await write.transaction().execute(async (tx) => {
      try {
        for (const member of members) ends.push(await runMember(tx, member))
      } catch (error) {
        cause = error // if the rollback fails too, its error would hide this one
        throw error
      }
    })
  } catch (error) {
    for (const member of members) member.failed(cause ?? error)
    return
  }
  for (const end of ends) end()
}

/** Runs one transaction within a savepoint. Call the result once the group is committed, to tell the caller. */
async function runMember(group: Tx, member: Member): Promise<() => void> {
  const tx = group.withoutPlugins() // a transaction object of its own, by which commit hooks are registered
  await group.executeQuery(savepoint)
  try {
    const result = await withoutNesting(() => member.run(tx))
    await group.executeQuery(release)
    return () => {
      for (const hook of hooksOf(tx)) hook()
      member.done(result)
    }
  } catch (error) {
    // If SQLite has rolled back by itself, as on a full disk, there is no savepoint left, and the whole group fails.
    await group.executeQuery(rollback).catch(() => {
      throw error
    })
    await group.executeQuery(release)
    return () => member.failed(error)
  }
}

const TRIED_BYTES = 64 * 1_024
const GROWING = ['baton.db', 'baton.db-wal']

/**
 * What is lacking to let the database in a folder grow; undefined if nothing is. Tries it, by a file that is removed
 * again, because the system has no question for quotas. The file is written where the largest file of the database
 * ends, so that a limit of file sizes shows; what lies before takes no room.
 */
async function shortageIn(folder: string, log: Log): Promise<Shortage | undefined> {
  const path = join(folder, 'baton.room')
  try {
    const sizes = await Promise.all(GROWING.map((name) => stat(join(folder, name)).catch(() => undefined)))
    const file = await open(path, 'w', 0o600)
    try {
      await file.write(new Uint8Array(TRIED_BYTES), 0, TRIED_BYTES, Math.max(...sizes.map((found) => found?.size ?? 0)))
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    log.warn({ err: error }, 'The database has no room to grow')
    return shortageOf(error)
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}

const TRIES = 50
const RETRY_MS = 100

/**
 * Copies the write-ahead log into the database file and empties it, because deleted rows could still be read from it.
 * While a query reads the earlier state, SQLite would block the whole process, so it is told not to wait, and this is
 * tried again for five seconds; then by the hourly housekeeping and the stop of the server.
 */
async function truncateLog(write: Kysely<Tables>, log: Log): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isTruncated(write)) return
    await delay(RETRY_MS)
  }
  log.warn({}, 'The write-ahead log could not be emptied, as somebody is reading; it is tried again within an hour')
}

const isTruncated = (write: Kysely<Tables>): Promise<boolean> =>
  write.connection().execute(async (connection) => {
    const { rows: before } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection)
    try {
      await sql`pragma busy_timeout = 0`.execute(connection)
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      return rows[0]?.busy === 0
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(before[0]?.timeout ?? 0)}`.execute(connection)
    }
  })

/** One connection for write transactions, one after another, and one for reads, which never wait for these. */
export async function openEmbeddedDatabase(dataDir: string, log: Log): Promise<Database & { close(): Promise<void> }> {
  const path = join(dataDir, 'baton.db')
  const write = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: false }) })
  await sql`select 1`.execute(write) // creates the file, which a read-only connection can't do
  accessSync(path, constants.W_OK) // SQLite would report a missing permission only at the first write
  const read = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: true }) })
  const fileOf = () => statSync(path, { throwIfNoEntry: false })?.ino
  const file = fileOf()
  let migrated = false

  return {
    read,
    snapshot: (work) => read.transaction().execute(work),
    transaction: createGroupCommit(write),
    forgetDeleted: () => truncateLog(write, log),
    migrate: () => migrate(write),
    async isReady() {
      try {
        // On Linux a process can go on writing to a deleted file, whose data is lost when the process ends.
        if (fileOf() !== file) throw new Error(`${path} has been removed or replaced under the running server`)
        if (migrated) await sql`select 1`.execute(read)
        else migrated = await isMigrated(read)
        return migrated
      } catch (error) {
        log.warn({ err: error }, 'The database does not answer')
        return false
      }
    },
    shortage: onceASecond(() => shortageIn(dataDir, log)),
    async close() {
      await read.destroy()
      await write.destroy()
    },
  }
}
