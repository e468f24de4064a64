import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Log } from '../log.ts'

const TRIES = 50
const RETRY_MS = 100

/**
 * Copies the write-ahead log into the database file and empties it, because deleted rows could still be read from it.
 * While a query reads the earlier state, SQLite would block the whole process, so it is told not to wait, and this is
 * tried again for five seconds; then by the hourly housekeeping and the stop of the server.
 */
export async function truncateLog(write: Kysely<Tables>, log: Log): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isTruncated(write)) return
    await delay(RETRY_MS)
  }
  log.warn({}, 'The write-ahead log could not be emptied, as somebody is reading; it is tried again within an hour')
}

function isTruncated(write: Kysely<Tables>): Promise<boolean> {
  return write.connection().execute(async (connection) => {
    const { rows: before } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection)
    try {
      await sql`pragma busy_timeout = 0`.execute(connection)
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      return rows[0]?.busy === 0
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(before[0]?.timeout ?? 0)}`.execute(connection)
    }
  })
}
