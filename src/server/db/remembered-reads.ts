import type { Db } from './tables.ts'

const ENTRIES = 1_000 // seldom reached, since every write empties the cache

interface Memory {
  answers: Map<string, unknown>
}

const memories = new WeakMap<Db, Memory>()

/**
 * Caches the results of `remembered` until something is written; only for a database to which no other process writes.
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
 * Returns a cached result, or caches that of `ask`, unless the cache is full or the database has none.
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
