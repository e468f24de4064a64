import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation } from '../testing/sample-rows.ts'
import { lockRow } from './lock.ts'

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

  it('does not mind a row that is not there', async () => {
    await platform.database.transaction((tx) => lockRow(tx, 'agents', 'nowhere'))
  })
})
