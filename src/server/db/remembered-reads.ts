import type { Db } from './tables.ts'

const ENTRIES = 1_000 // seldom reached, since every write empties the cache

interface Memory {
  answers: Map<string, unknown>
}

const memories = new WeakMap<Db, Memory>()

/**
 * Caches the results of `remembered` for a database until something is written. This is only correct for a database to
 * which no other process writes. Repeated polls then run no query.
 *
 * @returns `forget`, which empties the cache: call it after each commit, before anybody is notified of the commit
 */
export function rememberReads(db: Db): { forget(): void } {
  const memory: Memory = { answers: new Map() }
  memories.set(db, memory)
  return {
    forget() {
      memory.answers = new Map() // reads still running fill the old map, which is discarded
    },
  }
}

/**
 * Returns a cached result, or runs `ask` and caches its result. Nothing is cached when the cache is full, or for a
 * database without `rememberReads`.
 * @param key identifies the query and its values
 */
export async function remembered<Answer>(db: Db, key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answers = memories.get(db)?.answers
  if (!answers) return ask()
  if (answers.has(key)) return answers.get(key) as Answer
  const answer = await ask()
  if (answers.size < ENTRIES) answers.set(key, Object.freeze(answer))
  return answer
}
