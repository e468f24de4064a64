import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { toBytes } from '#server/knowledge/pack.ts'
import { passage } from './tools/words.ts'

const MODEL = 'all-MiniLM-L6-v2-q8'
const DIMENSIONS = 384
const CHARACTERS = 560
const ROWS_PER_INSERT = 200

/** Writes trained text sources with chunks for an agent, straight to the database. The server must not be running. */
export async function seedKnowledge(db: Db, agentId: string, sources: number, chunksEach: number): Promise<void> {
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    for (let source = 0; source < sources; source += 1) {
      const row = { id: newId(), agent_id: agentId, task_id: newId(), created_at: now, updated_at: now }
      const shown = {
        type: 'text' as const,
        title: `Guide ${source}`,
        status: 'completed' as const,
        is_draft: 0 as const,
      }
      await tx
        .insertInto('sources')
        .values({ ...row, ...shown, content: 'Guide', size: 5 })
        .execute()
      for (let at = 0; at < chunksEach; at += ROWS_PER_INSERT) {
        const count = Math.min(ROWS_PER_INSERT, chunksEach - at)
        const rows = Array.from({ length: count }, (_, row) => chunkRow(agentId, source, at + row, chunksEach))
        await tx
          .insertInto('chunks')
          .values(rows.map((chunk) => ({ ...chunk, source_id: row.id })))
          .execute()
      }
    }
    const counted = { owner_id: agentId, name: 'sources:text:completed', value: sources }
    await tx.insertInto('counters').values(counted).execute()
    await tx.updateTable('agents').set({ knowledge_version: 1 }).where('id', '=', agentId).execute()
  })
}

function chunkRow(agentId: string, source: number, position: number, chunksEach: number) {
  const number = source * chunksEach + position
  return {
    id: newId(),
    agent_id: agentId,
    position,
    heading: `Guide ${source} > Chapter ${position}`,
    content: passage(number * 8, CHARACTERS),
    embedding: toBytes(madeUpVector(number)),
    embedding_model: MODEL,
  }
}

/** Makes a distinct unit vector for each number; the measurements do not depend on what the vectors mean. */
export function madeUpVector(number: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(DIMENSIONS)
  let state = number + 1
  let squares = 0
  for (let at = 0; at < DIMENSIONS; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    vector[at] = state / 2 ** 31 - 1
    squares += vector[at]! ** 2
  }
  for (let at = 0; at < DIMENSIONS; at += 1) vector[at]! /= Math.sqrt(squares)
  return vector
}
