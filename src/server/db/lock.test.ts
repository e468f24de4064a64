import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation } from '../testing/sample-rows.ts'
import { lockName, lockRow } from './lock.ts'

describe.each(databases())('lockRow on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it('lets transactions read and then write without losing one another', async () => {
    const { transaction, read } = platform.database
    const id = await transaction(async (tx) => {
      const organizationId = await insertOrganization(tx)
      const conversation = sampleConversation(organizationId, await insertAgent(tx, organizationId))
      await tx.insertInto('conversations').values(conversation).execute()
      return conversation.id
    })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transaction(async (tx) => {
          await lockRow(tx, 'conversations', id)
          const conversation = tx.selectFrom('conversations').select('turn').where('id', '=', id)
          const { turn } = await conversation.executeTakeFirstOrThrow()
          await tx
            .updateTable('conversations')
            .set({ turn: turn + 1 })
            .where('id', '=', id)
            .execute()
        }),
      ),
    )
    const stored = read.selectFrom('conversations').select('turn').where('id', '=', id)
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ turn: 20 })
  })

  it('lets one transaction at a time look for what is not there yet, and make it', async () => {
    const { transaction, read } = platform.database
    const failure = (id: string) => ({ id, throttle_key: 'a name', failed_at: 1 })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transaction(async (tx) => {
          await lockName(tx, 'a name')
          const found = await tx.selectFrom('sign_in_failures').select('id').execute()
          if (found.length === 0) await tx.insertInto('sign_in_failures').values(failure(randomUUID())).execute()
        }),
      ),
    )
    expect(await read.selectFrom('sign_in_failures').select('id').execute()).toHaveLength(1)
  })

  it('does not mind a row that is not there', async () => {
    await platform.database.transaction((tx) => lockRow(tx, 'agents', 'nowhere'))
  })
})
