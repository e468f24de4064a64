import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { onServer, urlOf } from '../../testing/postgres.ts'
import { inspectPostgres } from './inspect.ts'
import { createPostgresPlatform } from './platform.ts'

describe.runIf(inject('postgres'))('a PostgreSQL database that can not be used as it is', () => {
  let where: Awaited<ReturnType<typeof createPostgresDatabase>>
  beforeEach(async () => {
    where = await createPostgresDatabase()
  })
  afterEach(() => where.drop())

  const query = async (...statements: string[]) => {
    const client = new pg.Client(where.databaseUrl)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const start = async (databaseUrl: string) => {
    const platform = await createPostgresPlatform({ databaseUrl, log: testLog })
    try {
      await platform.database.migrate()
      return await platform.database.isReady()
    } finally {
      await platform.close()
    }
  }

  it('because its tables lie in a schema that search_path does not name, says which, and works once it does', async () => {
    await query('alter schema public rename to "Support desk"', 'create schema public')
    const says = /schema "Support desk", but search_path names "\$user", public.*search_path = "Support desk"/
    await expect(start(where.databaseUrl)).rejects.toThrow(says)
    expect((await inspectPostgres(where.databaseUrl)).problem).toMatch(says)
    const named = `${where.databaseUrl}?options=${encodeURIComponent('-c search_path="Support\\ desk",public')}`
    expect(await start(named)).toBe(true)
    expect((await inspectPostgres(named)).problem).toBeUndefined()
  })

  it('because all its connections are taken, says so', async () => {
    const role = `few_${randomBytes(4).toString('hex')}`
    await query(`create role ${role} login connection limit 0`, `grant all on schema public to ${role}`)
    const url = new URL(where.databaseUrl)
    url.username = role
    await expect(start(url.href)).rejects.toThrow(/DATABASE_URL: .* no connection to spare.*max_connections/)
    await expect(inspectPostgres(url.href)).rejects.toThrow(/no connection to spare/)
    await query(`drop owned by ${role}`)
    await onServer(urlOf(inject('postgres')!.url, 'postgres'), `drop role ${role}`)
  })
})
