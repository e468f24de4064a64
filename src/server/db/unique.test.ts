import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation, sampleUser } from '../testing/sample-rows.ts'
import { isUniqueViolation } from './unique.ts'

describe.each(databases())('isUniqueViolation on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('knows which index was violated', async () => {
    const user = sampleUser()
    const insert = (changes: object) =>
      platform.database.transaction((tx) =>
        tx
          .insertInto('users')
          .values({ ...user, ...changes })
          .execute(),
      )
    await insert({})
    const sameEmail = await errorOf(insert({ id: 'other' }))
    expect(isUniqueViolation(sameEmail)).toBe(true)
    expect(isUniqueViolation(sameEmail, { table: 'users', columns: ['email'] })).toBe(true)
    expect(isUniqueViolation(sameEmail, { table: 'users', columns: ['id'] })).toBe(false)
    const sameId = await errorOf(insert({ email: 'other@example.com' }))
    expect(isUniqueViolation(sameId, { table: 'users', columns: ['id'] })).toBe(true)
  })

  it('knows a partial index over two columns', async () => {
    const violation = await errorOf(
      platform.database.transaction(async (tx) => {
        const organizationId = await insertOrganization(tx)
        const agentId = await insertAgent(tx, organizationId)
        for (let time = 0; time < 2; time += 1)
          await tx
            .insertInto('conversations')
            .values(sampleConversation(organizationId, agentId, { chat_user_id: 'visitor, (a)=(b)' }))
            .execute()
      }),
    )
    expect(isUniqueViolation(violation, { table: 'conversations', columns: ['chat_user_id', 'agent_id'] })).toBe(true)
    expect(isUniqueViolation(violation, { table: 'conversations', columns: ['agent_id'] })).toBe(false)
  })

  it('takes no other error for one', async () => {
    const noPerson = await errorOf(
      platform.database.transaction((tx) =>
        tx
          .insertInto('memberships')
          .values({ organization_id: 'none', user_id: 'nobody', role: 'owner', joined_at: 1, last_seen_at: null })
          .execute(),
      ),
    )
    expect(noPerson).toBeInstanceOf(Error)
    expect(isUniqueViolation(noPerson)).toBe(false)
    expect(isUniqueViolation('UNIQUE')).toBe(false)
  })
})
