import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { newId } from '../../db/ids.ts'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { openPostgresDatabase } from './database.ts'
import { inspectPostgres } from './inspect.ts'

describe.runIf(inject('postgres'))('inspecting PostgreSQL', () => {
  let where: Awaited<ReturnType<typeof createPostgresDatabase>>
  let database: ReturnType<typeof openPostgresDatabase>
  beforeEach(async () => {
    where = await createPostgresDatabase()
    database = openPostgresDatabase(where.databaseUrl, testLog)
  })
  afterEach(async () => {
    await database.close()
    await where.drop()
  })

  it('sees the totals of the overview as of one moment, while a server goes on summing', async () => {
    const place = { organization_id: newId(), agent_id: newId(), origin: 'widget' as const, started_at: 1 }
    const facts = { id: newId(), ...place, is_new_visitor: 1 as const }
    await database.transaction(async (tx) => {
      await tx
        .insertInto('conversation_facts')
        .values(facts as never)
        .execute()
      await tx
        .insertInto('stale_hours')
        .values({ id: newId(), ...place })
        .execute()
    })
    const locked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const summing = database.transaction(async (tx) => {
      await sql`lock table stale_hours in access exclusive mode`.execute(tx)
      locked.resolve()
      await go.promise
      await tx.deleteFrom('stale_hours').execute()
    })
    await locked.promise
    const inspecting = inspectPostgres(where.databaseUrl)
    const waiting = sql`select 1 from pg_locks where relation = 'stale_hours'::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(database.read)).rows.length).toBe(1)
    go.resolve()
    await summing
    expect((await inspecting).overview).toEqual({ counted: 1, summed: 0, isBehind: true })
  })
})
