import { sql } from 'kysely'
import type { Database } from '../platform/platform.ts'
import { randomPart } from './counters.ts'
import type { NewRow } from './rows.ts'
import type { Db, Tx } from './tables.ts'

const DAY_MS = 86_400_000

/** The UTC day that a time in milliseconds since 1970 belongs to, as the number of days since 1970. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

/**
 * Counts one answer for each of the sources, on the day of `at`.
 * @param sources in alphabetical order, so that two transactions can't deadlock
 */
export async function addCitations(tx: Tx, agentId: string, at: number, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  const place = { agent_id: agentId, day: dayOf(at), part: randomPart(tx) }
  await addRows(
    tx,
    sources.map((source_id) => ({ ...place, source_id, answers: 1 })),
  )
}

/** Adds the answers of rows to the counts of these days, sources and parts. */
async function addRows(tx: Tx, rows: NewRow<'citation_days'>[]): Promise<void> {
  await tx
    .insertInto('citation_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'day', 'source_id', 'part'])
        .doUpdateSet({ answers: sql<number>`citation_days.answers + excluded.answers` }),
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
  // The differences are added, instead of writing new counts, so that citations counted meanwhile are not lost.
  if (missing.length > 0)
    await database.transaction(async (tx) => {
      for (const row of missing) await addRows(tx, [{ agent_id: agentId, ...row, part: 0 }])
    })
  return missing.length
}

/**
 * What must be added to each count so that it agrees with the stored citations; less than 0 if it is too high. Sorted by
 * day and then by source, so that adding it can't deadlock with `addCitations`.
 */
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
    const before = missing.get(key(row))?.answers ?? 0
    missing.set(key(row), { day: row.day, source_id: row.source_id, answers: before + answers })
  }
  for (const row of stored) add(row, Number(row.answers))
  for (const row of counted) add(row, row.erased - row.answers)
  const byPlace = (one: SourceDay, other: SourceDay) =>
    one.day - other.day || (one.source_id < other.source_id ? -1 : 1)
  return [...missing.values()].filter(({ answers }) => answers !== 0).sort(byPlace)
}
