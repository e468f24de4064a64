import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../db/ids.ts'
import { databases } from '../testing/database.ts'
import type { Platform } from './platform.ts'

const user = (id: string) => ({ id, email: `${id}@example.com`, name: 'A', password_hash: 'x', created_at: 1 })

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
    const id = newId()
    await platform.database.transaction((tx) =>
      tx
        .insertInto('users')
        .values({ ...user(id), created_at: 2 ** 45 })
        .execute(),
    )
    expect(await find(id)).toEqual({ ...user(id), created_at: 2 ** 45 })
  })

  it('keeps nothing of a transaction that failed', async () => {
    const id = newId()
    const failing = platform.database.transaction(async (tx) => {
      await tx.insertInto('users').values(user(id)).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await find(id)).toBeUndefined()
  })

  it('keeps bytes as bytes', async () => {
    const [owner, organization, agent, source] = [newId(), newId(), newId(), newId()]
    const bytes = new Uint8Array([0, 1, 255])
    const times = { created_at: 1, updated_at: 1 }
    await platform.database.transaction(async (tx) => {
      await tx.insertInto('users').values(user(owner)).execute()
      await tx
        .insertInto('organizations')
        .values({ id: organization, owner_id: owner, name: 'O', plan: 'free', ...times })
        .execute()
      await tx
        .insertInto('agents')
        .values({
          id: agent,
          organization_id: organization,
          name: 'A',
          description: '',
          model_id: 'm',
          human_intervention: 0,
          only_human: 0,
          is_disabled: 0,
          disabled_reason: null,
          instructions: '',
          greeting: 'Hi',
          identity_mode: 'off',
          identity_secret: null,
          knowledge_version: 0,
          deleted_at: null,
          ...times,
        })
        .execute()
      await tx
        .insertInto('sources')
        .values({
          id: source,
          agent_id: agent,
          type: 'text',
          title: 'T',
          status: 'pending',
          is_draft: 0,
          task_id: newId(),
          content: 'c',
          size: 1,
          ...times,
        })
        .execute()
      await tx
        .insertInto('chunks')
        .values({
          id: newId(),
          agent_id: agent,
          source_id: source,
          position: 0,
          heading: null,
          content: 'c',
          embedding: bytes,
          embedding_model: 'm',
        })
        .execute()
    })
    const row = await platform.database.read.selectFrom('chunks').select('embedding').executeTakeFirstOrThrow()
    expect(new Uint8Array(row.embedding)).toEqual(bytes)
    expect(row.embedding).toBeInstanceOf(Uint8Array)
  })

  it('counts up under concurrent transactions', async () => {
    const id = newId()
    await platform.database.transaction((tx) =>
      tx
        .insertInto('users')
        .values({ ...user(id), created_at: 0 })
        .execute(),
    )
    await Promise.all(
      Array.from({ length: 20 }, () =>
        platform.database.transaction((tx) =>
          tx
            .updateTable('users')
            .set((expression) => ({ created_at: expression('created_at', '+', 1) }))
            .where('id', '=', id)
            .execute(),
        ),
      ),
    )
    expect((await find(id))?.created_at).toBe(20)
  })

  it('refuses a transaction within a transaction instead of waiting for ever', async () => {
    const nested = platform.database.transaction(() => platform.database.transaction(async () => 1))
    await expect(nested).rejects.toThrow('inside another')
  })
})
