import { sql } from 'kysely'
import type { Database } from '../platform/platform.ts'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

const DAY_MS = 86_400_000
/**
 * Number of rows that a source's count of one day is spread over on PostgreSQL, where writers of one row wait for each
 * other's commit.
 */
const PARTS = 8

/** The UTC day that a time in milliseconds since 1970 belongs to, as the number of days since 1970. */
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

interface SourceDay {
  day: number
  source_id: string
  answers: number
}

/**
 * Compares an agent's counts with its stored citations, and corrects the counts. Other transactions may count citations
 * meanwhile. The citations of erased conversations are no longer stored, so their counts are taken to be right.
 * @returns how many counts were wrong; each is that of one source on one day
 */
export async function recountCitations(database: Database, agentId: string): Promise<number> {
  // Both sides are read from one snapshot: an answer that is stored between two reads would count as an error.
  const missing = await database.snapshot((db) => selectMissing(db, agentId))
  if (missing.length > 0) await database.transaction((tx) => addMissing(tx, agentId, missing))
  return missing.length
}

/** What must be added to each count so that it agrees with the stored citations; less than 0 if it is too high. */
async function selectMissing(db: Db, agentId: string): Promise<SourceDay[]> {
  const day = sql<number>`cast(source_citations.created_at / ${sql.lit(DAY_MS)} as integer)`
  const stored = await db
    .selectFrom('source_citations')
    .innerJoin('conversations', 'conversations.id', 'source_citations.conversation_id')
    .select(['source_citations.source_id', day.as('day'), sql<number>`count(*)`.as('answers')])
    .where('conversations.agent_id', '=', agentId)
    .groupBy(['source_citations.source_id', day])
    .execute()
  const counted = await db.selectFrom('citation_days').selectAll().where('agent_id', '=', agentId).execute()
  const key = (row: Omit<SourceDay, 'answers'>) => `${row.day} ${row.source_id}`
  const missing = new Map<string, SourceDay>()
  const add = (row: Omit<SourceDay, 'answers'>, answers: number) => {
    const { day: of, source_id } = row
    missing.set(key(row), { day: of, source_id, answers: (missing.get(key(row))?.answers ?? 0) + answers })
  }
  for (const row of stored) add(row, Number(row.answers))
  for (const row of counted) add(row, row.erased - row.answers)
  const byPlace = (one: SourceDay, other: SourceDay) =>
    one.day - other.day || (one.source_id < other.source_id ? -1 : 1)
  return [...missing.values()].filter(({ answers }) => answers !== 0).sort(byPlace)
}

/**
 * Adds the differences instead of writing new counts, so that citations which are counted meanwhile are not lost.
 * @param missing sorted by day and then by source, so that this can't deadlock with `addCitations`
 */
async function addMissing(tx: Tx, agentId: string, missing: readonly SourceDay[]): Promise<void> {
  for (const row of missing)
    await tx
      .insertInto('citation_days')
      .values({ agent_id: agentId, ...row, part: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['agent_id', 'day', 'source_id', 'part'])
          .doUpdateSet({ answers: sql<number>`citation_days.answers + excluded.answers` }),
      )
      .execute()
}
