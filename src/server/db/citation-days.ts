import { sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Tx } from './tables.ts'

const DAY_MS = 86_400_000
/** Number of rows a day's count is spread over on PostgreSQL, where writers of one row wait for each other's commit. */
const PARTS = 8

/** The day of UTC that a moment belongs to, counted from 1970. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

/**
 * Counts one answer for each of the sources, on the day of `at`.
 * @param sources in alphabetical order, so that two transactions can't deadlock
 */
export async function addCitations(tx: Tx, agentId: string, at: number, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  const part = hasRowLocks(tx) ? Math.floor(Math.random() * PARTS) : 0
  await tx
    .insertInto('citation_days')
    .values(sources.map((source_id) => ({ agent_id: agentId, day: dayOf(at), source_id, part, answers: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'day', 'source_id', 'part'])
        .doUpdateSet({ answers: sql<number>`citation_days.answers + 1` }),
    )
    .execute()
}
