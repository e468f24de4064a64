import type { TestProject } from 'vitest/node'
import { reportMissingPostgres, startPostgres, type TestPostgres } from '../../tools/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of a PostgreSQL server that these tests may break, never one from the environment. Null where there is none.
     */
    ownPostgres: string | null
  }
}

/** Global setup of Vitest: starts a PostgreSQL server for the tests to break. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startOwnPostgres()
  if (!server) reportMissingPostgres()
  project.provide('ownPostgres', server?.url ?? null)
  return async () => server?.stop()
}

/** Starts a server that writes to disk before it answers, as in production; never one that the environment names. */
export function startOwnPostgres(): Promise<TestPostgres | null> {
  delete process.env.TEST_DATABASE_URL
  delete process.env.DATABASE_URL
  return startPostgres({ durable: true })
}
