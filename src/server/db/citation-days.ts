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

/**
 * Counts an agent's citations anew. Those of erased conversations are taken as they were counted.
 * @returns the number of sources' days that were different
 */
export async function recountCitations(tx: Tx, agentId: string): Promise<number> {
  const day = sql<number>`cast(source_citations.created_at / ${sql.lit(DAY_MS)} as integer)`
  const stored = await tx
    .selectFrom('source_citations')
    .innerJoin('conversations', 'conversations.id', 'source_citations.conversation_id')
    .select(['source_citations.source_id', day.as('day'), sql<number>`count(*)`.as('answers')])
    .where('conversations.agent_id', '=', agentId)
    .groupBy(['source_citations.source_id', day])
    .execute()
  const counted = await tx.selectFrom('citation_days').selectAll().where('agent_id', '=', agentId).execute()
  const key = (row: { day: number; source_id: string }) => `${row.day} ${row.source_id}`
  const missing = new Map<string, { day: number; source_id: string; answers: number }>()
  const add = (row: { day: number; source_id: string }, answers: number) => {
    const { day: of, source_id } = row
    missing.set(key(row), { day: of, source_id, answers: (missing.get(key(row))?.answers ?? 0) + answers })
  }
  for (const row of stored) add(row, Number(row.answers))
  for (const row of counted) add(row, row.erased - row.answers)
  const different = [...missing.values()].filter(({ answers }) => answers !== 0)
  for (const { answers, ...row } of different)
    await tx
      .insertInto('citation_days')
      .values({ agent_id: agentId, ...row, part: 0, answers })
      .onConflict((conflict) =>
        conflict
          .columns(['agent_id', 'day', 'source_id', 'part'])
          .doUpdateSet({ answers: sql<number>`citation_days.answers + excluded.answers` }),
      )
      .execute()
  return different.length
}
