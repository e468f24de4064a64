import { sql } from 'kysely'
import type { Database } from '../platform/platform.ts'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

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

interface SourceDay {
  day: number
  source_id: string
  answers: number
}

/**
 * Counts an agent's citations anew, while others may be counting more. Those of erased conversations are taken as they
 * were counted.
 * @returns the number of sources' days that were different
 */
export async function recountCitations(database: Database, agentId: string): Promise<number> {
  // Both sides of the comparison are read at one moment: an answer that is stored between them would count as an error.
  const missing = await database.snapshot((db) => selectMissing(db, agentId))
  if (missing.length > 0) await database.transaction((tx) => addMissing(tx, agentId, missing))
  return missing.length
}

/** What has to be added to what is counted, so that it is what is stored. */
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
  return [...missing.values()].filter(({ answers }) => answers !== 0)
}

/** Adds differences, so that what is counted meanwhile stays counted. */
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
