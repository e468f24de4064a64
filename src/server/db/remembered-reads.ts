import type { Db } from './tables.ts'

const ENTRIES = 1_000 // seldom reached: every write begins anew

interface Memory {
  answers: Map<string, unknown>
}

const memories = new WeakMap<Db, Memory>()

/**
 * Has reads by `db` remembered until something is written. For a database that only this process writes to: it knows
 * when an answer may have changed. So a poll that finds nothing asks nothing.
 *
 * @returns is to be called after each commit, before anybody hears of it
 */
export function rememberReads(db: Db): { forget(): void } {
  const memory: Memory = { answers: new Map() }
  memories.set(db, memory)
  return {
    forget() {
      memory.answers = new Map() // what is being read right now goes to the old one, and with it
    },
  }
}

/** Answers from memory, or asks. @param key what is asked, with its values */
export async function remembered<Answer>(db: Db, key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answers = memories.get(db)?.answers
  if (!answers) return ask()
  if (answers.has(key)) return answers.get(key) as Answer
  const answer = await ask()
  if (answers.size < ENTRIES) answers.set(key, Object.freeze(answer))
  return answer
}
