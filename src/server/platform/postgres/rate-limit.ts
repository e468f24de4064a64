import { sql } from 'kysely'
import { clock } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Log } from '../log.ts'
import type { RateLimits } from '../platform.ts'
import { toRateLimit, WINDOW_SECONDS } from '../rate-limit.ts'
import { createHolds } from './holds.ts'

const WINDOW_MS = WINDOW_SECONDS * 1000
const CLEAN_EVERY_MS = 5 * 60 * 1000

/**
 * Counts requests in one row for each key, by a single statement that uses the database server's clock, so that all
 * processes agree on the window.
 */
export function createPostgresRateLimits(db: Db, log: Log): RateLimits & { close(): Promise<void> } {
  const now = clock(db)
  const holds = createHolds(db, log)
  const cleaning = setInterval(() => {
    holds.clean()
    sql`delete from rate_limits where resets_at < ${now}`
      .execute(db)
      .catch((error) => log.warn({ err: error }, 'Old rate limits could not be removed'))
  }, CLEAN_EVERY_MS).unref()

  // Whether the window has ended. Another process's statement may have begun a little later than this one and committed
  // before it, so the window may end a little later than one that begins now. If it ends much later, the server's clock
  // was set back, and the window counts as ended.
  const isOver = sql`(known.resets_at <= ${now} or known.resets_at > ${now} + ${2 * WINDOW_MS}::bigint)`

  async function count(key: string): Promise<{ used: number; left: number }> {
    const query = sql<{ used: number; left: number }>`
      insert into rate_limits as known (key, used, resets_at)
      values (${key}, 1, ${now} + ${WINDOW_MS}::bigint)
      on conflict (key) do update set
        used = case when ${isOver} then excluded.used else known.used + excluded.used end,
        resets_at = case when ${isOver} then excluded.resets_at else known.resets_at end
      returning used, resets_at - ${now} as left`
    return (await query.execute(db)).rows[0]!
  }

  return {
    hold: holds.hold,
    async consume(key, limit) {
      const { used, left } = await count(key)
      return toRateLimit({ consumedPoints: used, msBeforeNext: left }, limit)
    },
    async close() {
      clearInterval(cleaning)
      await holds.close()
    },
  }
}
