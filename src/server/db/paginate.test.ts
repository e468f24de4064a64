import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation } from '../testing/sample-rows.ts'
import { paginate } from './paginate.ts'

const TOTAL = 23

describe.each(databases())('paginate on $name', ({ create }) => {
  let platform: Platform
  let agentId: string
  let organizationId: string
  let oldestFirst: string[]
  beforeAll(async () => {
    platform = await create()
    await platform.database.transaction(async (tx) => {
      organizationId = await insertOrganization(tx)
      agentId = await insertAgent(tx, organizationId)
      const rows = Array.from({ length: TOTAL }, (_, age) =>
        sampleConversation(organizationId, agentId, { updated_at: (age * 7) % 5 }),
      )
      oldestFirst = rows.map((row) => row.id)
      await tx.insertInto('conversations').values(rows).execute()
      const other = await insertAgent(tx, organizationId)
      await tx.insertInto('conversations').values(sampleConversation(organizationId, other)).execute()
    })
  })
  afterAll(() => platform.close())

  const list = (options: { page: number; perPage: number; order?: 'newest' | 'oldest'; by?: string[] }) => {
    const db = platform.database.read
    return paginate(db.selectFrom('conversations').select('id').where('agent_id', '=', agentId), {
      ...options,
      total: TOTAL,
      rows: (ids) => db.selectFrom('conversations').select(['id', 'updated_at']).where('id', 'in', ids).execute(),
    })
  }

  it.each([1, 2, 5, 23, 25])('gives every row once, in order, in pages of %i', async (perPage) => {
    for (const order of ['newest', 'oldest'] as const) {
      const expected = order === 'oldest' ? oldestFirst : oldestFirst.toReversed()
      for (let page = 1; page <= Math.ceil(TOTAL / perPage) + 1; page += 1) {
        const rows = await list({ page, perPage, order })
        expect(rows.map((row) => row.id)).toEqual(expected.slice((page - 1) * perPage, page * perPage))
      }
    }
  })

  it('is newest first unless told otherwise', async () => {
    expect((await list({ page: 1, perPage: 1 }))[0]?.id).toBe(oldestFirst.at(-1))
  })

  it('sorts by other columns from both ends', async () => {
    const pages = []
    for (let page = 1; page <= 5; page += 1) pages.push(await list({ page, perPage: 5, by: ['updated_at', 'id'] }))
    const all = pages.flat()
    expect(all).toHaveLength(TOTAL)
    const sorted = all.toSorted((one, other) => other.updated_at - one.updated_at || (one.id < other.id ? 1 : -1))
    expect(all).toEqual(sorted)
  })
})
