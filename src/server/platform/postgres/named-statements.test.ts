import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { openPostgresDatabase } from './database.ts'

describe.runIf(inject('postgres'))('prepared statements', () => {
  let where: Awaited<ReturnType<typeof createPostgresDatabase>>
  let database: ReturnType<typeof openPostgresDatabase>
  let migrating: pg.Client
  beforeAll(async () => {
    where = await createPostgresDatabase()
    database = openPostgresDatabase(where.databaseUrl, testLog)
    migrating = new pg.Client(where.databaseUrl)
    await migrating.connect()
    await migrating.query('create table things (id text primary key)')
    await migrating.query("insert into things values ('one')")
  })
  afterAll(async () => {
    await migrating.end()
    await database.close()
    await where.drop()
  })

  const things = (db: typeof database.read) => sql`select * from things where id = ${'one'}`.execute(db)

  it('are kept by the server under a name', async () => {
    await things(database.read)
    const kept = await database.transaction(async (tx) => {
      await things(tx)
      return sql<{
        name: string
      }>`select name from pg_prepared_statements where statement like ${'select * from things%'}`.execute(tx)
    })
    expect(kept.rows).toHaveLength(1)
  })

  it('leave room for those of another database in the same process', async () => {
    const other = openPostgresDatabase(where.databaseUrl, testLog)
    for (let number = 0; number < 501; number += 1)
      await sql`select ${sql.raw(String(number))} where 1 = ${1}`.execute(other.read)
    await other.close()
    const kept = await database.transaction(async (tx) => {
      await sql`select 'room' where 1 = ${1}`.execute(tx)
      return sql<{
        name: string
      }>`select name from pg_prepared_statements where statement like ${"select 'room'%"}`.execute(tx)
    })
    expect(kept.rows).toHaveLength(1)
  })

  it('give the same rows whether described just now, before, or not yet when asked again', async () => {
    const asked = () => sql`select id, 7::bigint as size, null as colour from things where id = ${'one'}`
    const row = { id: 'one', size: 7, colour: null }
    await database.transaction(async (tx) => {
      const atOnce = await Promise.all([asked().execute(tx), asked().execute(tx)])
      const later = await asked().execute(tx)
      for (const { rows } of [...atOnce, later]) expect(rows).toEqual([row])
    })
  })

  it('say how many rows they changed, each time', async () => {
    const change = (id: string) => sql`update things set id = id where id = ${id}`
    await database.transaction(async (tx) => {
      for (const id of ['one', 'one', 'none', 'one']) {
        const { rows, numAffectedRows } = await change(id).execute(tx)
        expect([rows, numAffectedRows]).toEqual([[], id === 'one' ? 1n : 0n])
      }
    })
  })

  it('survive a migration that another process runs', async () => {
    for (let time = 0; time < 3; time += 1) await things(database.read)
    await migrating.query("alter table things add column colour text not null default 'red'")
    const read = await Promise.all(Array.from({ length: 5 }, () => things(database.read)))
    for (const { rows } of read) expect(rows).toEqual([{ id: 'one', colour: 'red' }])

    await database.transaction((tx) => things(tx))
    await migrating.query("alter table things add column size text not null default 'small'")
    const written = await database.transaction(async (tx) => {
      await sql`update things set colour = ${'blue'} where id = ${'one'}`.execute(tx)
      return things(tx)
    })
    expect(written.rows).toEqual([{ id: 'one', colour: 'blue', size: 'small' }])
  })

  it('survive a migration in what reads the database as of one moment, too', async () => {
    const first = sql`select 1 as one where 1 = ${1}`
    await database.snapshot((db) => things(db))
    await migrating.query("alter table things add column weight text not null default 'light'")
    const read = await database.snapshot(async (db) => {
      await first.execute(db)
      return things(db)
    })
    expect(read.rows).toMatchObject([{ id: 'one', weight: 'light' }])
  })

  it('leave an error what it is', async () => {
    await expect(sql`insert into things (id) values (${'one'})`.execute(database.read)).rejects.toMatchObject({
      code: '23505',
    })
    await expect(sql`select * from nothing where id = ${'one'}`.execute(database.read)).rejects.toMatchObject({
      code: '42P01',
    })
  })
})
