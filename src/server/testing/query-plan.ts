import { CompiledQuery } from 'kysely'
import type { Db } from '../db/tables.ts'

/** Runs `work`, and returns how SQLite carries out its queries, one text for each step. */
export async function planOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const executor = db.getExecutor()
  const asked: CompiledQuery[] = []
  const observed = db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(observed)
  const steps: string[] = []
  for (const { sql, parameters } of asked) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explain)
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}
