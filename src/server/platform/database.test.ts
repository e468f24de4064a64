import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../db/ids.ts'
import type { NewRow } from '../db/rows.ts'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleUser } from '../testing/sample-rows.ts'
import type { Platform } from './platform.ts'

describe.each(databases())('the database on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  const find = (id: string) =>
    platform.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

  it('is ready once migrated, and migrates again without harm', async () => {
    await Promise.all([platform.database.migrate(), platform.database.migrate()])
    expect(await platform.database.isReady()).toBe(true)
  })

  it('shows what was committed, with numbers as numbers', async () => {
    const user = sampleUser({ created_at: 2 ** 45 })
    await platform.database.transaction((tx) => tx.insertInto('users').values(user).execute())
    expect(await find(user.id)).toEqual(user)
  })

  it('keeps nothing of a transaction that failed', async () => {
    const user = sampleUser()
    const failing = platform.database.transaction(async (tx) => {
      await tx.insertInto('users').values(user).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await find(user.id)).toBeUndefined()
  })

  // None, a few, an embedding's, and more than PostgreSQL keeps in a row.
  it.each([0, 1, 3, 1_536, 10_000])('keeps %i bytes as bytes', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 151 + 255) % 256)
    const id = newId()
    await platform.database.transaction(async (tx) => {
      const agentId = await insertAgent(tx, await insertOrganization(tx))
      const source: NewRow<'sources'> = {
        id: newId(),
        agent_id: agentId,
        type: 'text',
        title: 'T',
        status: 'pending',
        is_draft: 0,
        task_id: newId(),
        content: 'c',
        size: 1,
        created_at: 1,
        updated_at: 1,
      }
      await tx.insertInto('sources').values(source).execute()
      const chunk = { position: 0, heading: null, content: 'c', embedding: bytes, embedding_model: 'm' }
      await tx
        .insertInto('chunks')
        .values({ id, agent_id: agentId, source_id: source.id, ...chunk })
        .execute()
    })
    const { read } = platform.database
    const row = await read.selectFrom('chunks').select('embedding').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.embedding).toStrictEqual(bytes)
  })

  it('counts up under concurrent transactions', async () => {
    const user = sampleUser({ created_at: 0 })
    await platform.database.transaction((tx) => tx.insertInto('users').values(user).execute())
    await Promise.all(
      Array.from({ length: 20 }, () =>
        platform.database.transaction((tx) =>
          tx
            .updateTable('users')
            .set((expression) => ({ created_at: expression('created_at', '+', 1) }))
            .where('id', '=', user.id)
            .execute(),
        ),
      ),
    )
    expect((await find(user.id))?.created_at).toBe(20)
  })

  it('refuses a transaction within a transaction instead of waiting for ever', async () => {
    const nested = platform.database.transaction(() => platform.database.transaction(async () => 1))
    await expect(nested).rejects.toThrow('inside another')
  })
})
