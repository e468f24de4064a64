import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('agents with what waits in each on $name', (database) => {
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database })
    owner = await test.signUp()
  })
  afterAll(() => test.close())

  it('counts what waits, is open, unknown and known, and says when something last happened', async () => {
    const key = { key: await owner.key() }
    const [quiet, busy] = [await buildAgent(test, owner, { name: 'Quiet' }), await buildAgent(test, owner)]
    const params = { agent: busy.id }
    await test.request('updateAgent', { params, body: { human_intervention: true } }, key)
    await buildTextSource(test, owner, busy.id, 'We open at nine.')
    const say = async (content: string) => {
      const { id: conversation } = await buildConversation(test, owner, busy.id)
      await test.request('sendMessage', { params: { ...params, conversation }, body: { content } }, key)
      await test.settled()
      return { ...params, conversation }
    }
    await say('When do you open?')
    await say('Do you rent out bicycles?') // is not known, and so goes to people
    const closed = await say('When do you open on Sundays?')
    await test.request('updateConversation', { params: closed, body: { status: 'closed' } }, key)
    const { updated_at } = (await test.request('getConversation', { params: closed }, key)).data
    await test.settled()

    const list = { params: { organization: owner.organizationId }, query: { per_page: 1 } }
    const first = await test.request('listFullAgents', list, owner)
    expect(first.body.meta).toMatchObject({ total: 2, last_page: 2 })
    expect(first.data).toMatchObject([
      { id: busy.id, counts: { open: 2, gaps: expect.any(Number), sources: 1, last_activity_at: updated_at } },
    ])
    const { counts } = first.data[0]!
    const activity = (await test.request('getAgentActivity', { params }, owner)).data
    const gaps = await test.request('listGaps', { params, query: { state: 'open' } }, owner)
    expect(counts).toMatchObject({ waiting: activity.waiting, open: activity.open, gaps: gaps.body.meta.total })
    expect([counts.waiting, counts.gaps].every((count) => count > 0)).toBe(true)
    const second = await test.request('listFullAgents', { ...list, query: { per_page: 1, page: 2 } }, owner)
    const nothing = { waiting: 0, open: 0, gaps: 0, sources: 0, last_activity_at: null }
    expect(second.data).toMatchObject([{ id: quiet.id, counts: nothing }])
  })
})
