import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLog } from '../../testing/database.ts'
import { sampleUser } from '../../testing/sample-rows.ts'
import { afterCommit } from '../after-commit.ts'
import { openEmbeddedDatabase } from './database.ts'

describe('transactions that wait at the same time', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof openEmbeddedDatabase>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'baton-group-'))
    database = await openEmbeddedDatabase(folder, testLog)
    await database.migrate()
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const insert = (user = sampleUser()) =>
    database.transaction(async (tx) => {
      await tx.insertInto('users').values(user).execute()
      return user.id
    })
  const known = async (id: string) =>
    (await database.read.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1

  it('give each caller its own result, in the order they came', async () => {
    const order: number[] = []
    const results = await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        database.transaction(async (tx) => {
          order.push(number)
          await sql`select 1`.execute(tx)
          return number
        }),
      ),
    )
    expect(results).toEqual(Array.from({ length: 250 }, (_, number) => number))
    expect(order).toEqual(results)
  })

  it('fail alone', async () => {
    const twin = sampleUser()
    const lost = sampleUser()
    const results = await Promise.allSettled([
      insert(twin),
      insert({ ...twin, email: 'other@example.com' }),
      database.transaction(async (tx) => {
        await tx.insertInto('users').values(lost).execute()
        throw new Error('changed my mind')
      }),
      insert(),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await known(twin.id)).toBe(true)
    expect(await known(lost.id)).toBe(false)
  })

  it('are on record when their caller and their hooks hear of it, and those that fail have none called', async () => {
    const heard: string[] = []
    const one = (name: string, fails: boolean) =>
      database.transaction(async (tx) => {
        const user = sampleUser()
        await tx.insertInto('users').values(user).execute()
        afterCommit(tx, () => heard.push(name))
        if (fails) throw new Error('no')
        return user.id
      })
    const [a, b, c] = await Promise.allSettled([one('a', false), one('b', true), one('c', false)])
    expect(heard).toEqual(['a', 'c'])
    expect(b.status).toBe('rejected')
    for (const result of [a, c]) expect(result.status === 'fulfilled' && (await known(result.value))).toBe(true)
  })

  it('may start another when they have ended, from a hook too', async () => {
    const id = await new Promise<string>((resolve) => {
      void database.transaction(async (tx) => {
        afterCommit(tx, () => resolve(insert()))
        await sql`select 1`.execute(tx)
      })
    })
    expect(await known(id)).toBe(true)
  })

  it('all fail with what broke the database under them, and the next succeeds', async () => {
    const results = await Promise.allSettled([
      insert(),
      // SQLite rolls back by itself when the disk is full, which this statement imitates.
      database.transaction(async (tx) => {
        await sql`rollback`.execute(tx)
        throw new Error('disk full')
      }),
      insert(),
    ])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { message: 'disk full' } })
    expect(await known(await insert())).toBe(true)
  })
})
