import type { TestProject } from 'vitest/node'
import { reportMissingPostgres, startPostgres } from '../../tools/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server that these tests may break: never one that was given. Null where there is none. */
    ownPostgres: string | null
  }
}

/** Vitest's global setup. It writes to disk before it answers, as a real one does. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL, DATABASE_URL, ...others } = process.env
  process.env = others
  const server = await startPostgres({ durable: true })
  if (!server) reportMissingPostgres()
  project.provide('ownPostgres', server?.url ?? null)
  return async () => server?.stop()
}
