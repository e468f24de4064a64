import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'
import { onServer, urlOf } from './postgres.ts'

export interface TestDatabase {
  name: 'sqlite' | 'postgres'
  /** Makes a platform on a new, migrated database of its own, which `close` deletes. */
  create(): Promise<Platform>
}

/**
 * The databases for `describe.each(databases())`, so that every test that touches the database runs on both. PostgreSQL
 * is left out when no server is available.
 */
export function databases(): TestDatabase[] {
  const embedded: TestDatabase = { name: 'sqlite', create: createOnSqlite }
  return inject('postgres') ? [embedded, { name: 'postgres', create: createOnPostgres }] : [embedded]
}

/** A logger for tests, which prints errors only. */
export const testLog: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
}

/** A logger that prints nothing, for tests of what fails on purpose. */
export const silentLog = pino({ enabled: false })

/** The file of an empty, migrated database. Each test begins with a copy, which takes a tenth of migrating. */
let migratedFile: Promise<Buffer> | undefined

async function migrateOnce(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-template-'))
  const platform = await createEmbeddedPlatform({ dataDir, log: testLog })
  await platform.database.migrate()
  await platform.close()
  const file = await readFile(join(dataDir, 'baton.db'))
  await rm(dataDir, { recursive: true, force: true })
  return file
}

async function createOnSqlite(): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-test-'))
  migratedFile ??= migrateOnce()
  await writeFile(join(dataDir, 'baton.db'), await migratedFile, { mode: 0o600 })
  const platform = await createEmbeddedPlatform({ dataDir, log: testLog })
  return {
    ...platform,
    async close() {
      await platform.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createOnPostgres(): Promise<Platform> {
  const { databaseUrl, drop } = await createPostgresDatabase()
  const platform = await createPostgresPlatform({ databaseUrl, log: testLog })
  return {
    ...platform,
    async close() {
      await platform.close()
      await drop()
    },
  }
}

/**
 * Makes a new, migrated PostgreSQL database, which several platforms of a test may share. Copying the template's files
 * takes half the time of writing them through the write-ahead log, PostgreSQL's default.
 */
export async function createPostgresDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const server = inject('postgres')
  if (!server) throw new Error('There is no PostgreSQL server in this run')
  const name = `baton_test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, `create database ${name} template ${server.template} strategy file_copy`)
  return {
    databaseUrl: urlOf(server.url, name),
    drop: () => onServer(server.url, `drop database if exists ${name} with (force)`),
  }
}
