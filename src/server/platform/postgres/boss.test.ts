import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { openBoss } from './boss.ts'
import { openPostgresDatabase } from './database.ts'

const PROCESSES = 6

describe.runIf(inject('postgres'))('the job queue on an empty database', () => {
  it('is made once by many processes that start together, and serves all of them', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    const database = openPostgresDatabase(databaseUrl, testLog)
    await sql`drop schema if exists pgboss cascade`.execute(database.read)
    const queues = Array.from({ length: PROCESSES }, () => openBoss(databaseUrl, database, testLog))
    try {
      await Promise.all(queues.map((queue) => queue.ensureQueue('letters')))
      for (const queue of queues) expect(await queue.fetch('letters', 1)).toEqual([])
    } finally {
      await Promise.all(queues.map((queue) => queue.stop()))
      await database.close()
      await drop()
    }
  })
})
