import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { reportMissingPostgres, startPostgres } from '../../../e2e/tools/postgres.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server and the migrated database that tests clone; null if there is no server. */
    postgres: { url: string; template: string } | null
  }
}

/**
 * Vitest's global setup: starts one PostgreSQL server for the whole run, and makes the database that tests clone.
 * @returns a function that drops that database and stops the server
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  if (!server) {
    reportMissingPostgres()
    project.provide('postgres', null)
    return async () => {}
  }
  const template = `baton_template_${randomBytes(4).toString('hex')}`
  await onServer(server.url, `create database ${template}`)
  const platform = await createPostgresPlatform({
    databaseUrl: urlOf(server.url, template),
    log: { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
  })
  await platform.database.migrate()
  await platform.close()
  project.provide('postgres', { url: server.url, template })
  return async () => {
    await onServer(server.url, `drop database if exists ${template} with (force)`)
    await server.stop()
  }
}

/** Runs one statement outside any transaction, as creating and dropping databases requires. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
