import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { updateIndex } from './update-index.ts'

describe.each(databases())('GET /organizations/{organization}/search on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let time = Date.parse('2026-03-01T10:00:00Z')

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time, worker: false })
  })
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(() => test.close())

  const find = async (q: string, query: Partial<NonNullable<Input<'search'>['query']>> = {}) => {
    await updateIndex(test.deps, owner.organizationId)
    return test.request('search', { params: { organization: owner.organizationId }, query: { q, ...query } }, owner)
  }
  const ids = async (...query: Parameters<typeof find>) =>
    (await find(...query)).data.items.map((item) => item.conversation_id)
  const say = async (content: string) => {
    time += 1_000
    const { id } = await buildConversation(test, owner, agent)
    const params = { agent, conversation: id }
    const body = { content, seen_position: '0.0', force: true }
    expect((await test.request('replyToVisitor', { params, body }, owner)).status).toBe(201)
    return id
  }

  it('finds words in any order, unfinished ones, phrases, accents and scripts without spaces', async () => {
    const bicycle = await say('My blue Bicyclette is crème brûlée')
    const tower = await say('私は東京タワーに行きました')
    const water = await say('ฉันต้องการน้ำเย็น')
    const words: [string, string[]][] = [
      ['creme blue', [bicycle]],
      ['BLUE bicy', [bicycle]],
      ['bicy blue', []],
      ['"blue bicyclette"', [bicycle]],
      ['"blue creme"', []],
      ['"blue bicy"', []],
      ['東京', [tower]],
      ['京東', []],
      ['น้ำ', [water]],
      ['…', []],
    ]
    for (const [query, expected] of words) expect([query, await ids(query)]).toEqual([query, expected])
  })

  it('shows a conversation once, with its latest line and marks, page by page', async () => {
    const made: string[] = []
    for (let count = 0; count < 21; count += 1) made.push(await say(`needle ${count}`))
    const params = { agent, conversation: made[0]! }
    time += 1_000
    await test.request('createNote', { params, body: { content: 'Again a needle here' } }, owner)
    const first = (await find('needle')).data
    expect(first.items[0]).toMatchObject({ conversation_id: made[0], excerpt: 'Again a needle here', marks: [[8, 14]] })
    expect(first.items.map((item) => item.conversation_id)).toEqual([made[0], ...made.slice(2).reverse()])
    const rest = (await find('needle', { cursor: first.next_cursor! })).data
    expect([rest.items.map((item) => item.conversation_id), rest.next_cursor]).toEqual([[made[1]], null])
  })

  it('forgets what was deleted at once, and keeps to filters and organizations', async () => {
    const one = await say('a needle')
    expect(await ids('needle', { status: 'closed' })).toEqual([])
    expect(await ids('needle', { agent, status: 'open', from: new Date(time).toISOString() })).toEqual([one])
    expect(await ids('needle', { to: new Date(time).toISOString() })).toEqual([])
    const params = { organization: owner.organizationId }
    await test.request('deleteConversation', { params: { agent, conversation: one } }, { key: await owner.key() })
    expect((await test.request('search', { params, query: { q: 'needle' } }, owner)).data.items).toEqual([])
    expect(await ids('needle')).toEqual([])
    const stranger = await test.signUp()
    expect((await test.request('search', { params, query: { q: 'needle' } }, stranger)).status).toBe(403)
    expect((await find('x'.repeat(201))).status).toBe(422)
    expect((await find('x', { cursor: '-' })).status).toBe(422)
  })
})
