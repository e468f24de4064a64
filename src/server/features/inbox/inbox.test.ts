import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('the inbox on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let time = Date.parse('2026-03-01T10:00:00Z')

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time })
  })
  beforeEach(async () => {
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
  })
  afterAll(() => test.close())

  const list = async (query: NonNullable<Input<'listInbox'>>['query'] = {}) => {
    const params = { organization: owner.organizationId }
    return (await test.request('listInbox', { params, query }, owner)).data
  }
  const summary = async () => {
    const params = { organization: owner.organizationId }
    return (await test.request('getInboxSummary', { params, query: {} }, owner)).data
  }
  const say = async (conversation: string, content: string) => {
    time += 1_000
    await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
    await test.settled()
  }

  it('lists conversations of all agents, latest activity first, page by page', async () => {
    const other = (await buildAgent(test, owner, { name: 'Other' })).id
    const made: string[] = []
    for (let count = 0; count < 51; count += 1) {
      time += 1_000
      made.push((await buildConversation(test, owner, count % 2 ? agent : other)).id)
    }
    const view = 'ai'
    const first = await list({ view })
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(1).reverse())
    const rest = await list({ view, cursor: first.next_cursor! })
    expect([rest.items.map(({ id }) => id), rest.next_cursor]).toEqual([[made[0]], null])
    expect((await list({ view, agent: other.toUpperCase() })).items).toHaveLength(26)
    const stranger = await test.signUp()
    const params = { organization: owner.organizationId }
    expect((await test.request('listInbox', { params, query: {} }, stranger)).status).toBe(403)
  })

  it('shows what somebody who waits for a person has asked', async () => {
    const { id } = await buildConversation(test, owner, agent)
    await say(id, 'Hello there')
    expect((await list({ view: 'unassigned' })).items).toEqual([])
    await say(id, 'Can I talk to a person about my broken bicycle?')
    const [waiting] = (await list({ view: 'unassigned' })).items
    expect(waiting).toMatchObject({
      id,
      response_mode: 'human',
      question: 'Can I talk to a person about my broken bicycle?',
      last_message: { role: 'assistant' },
    })
    expect(await summary()).toEqual({ mine: 0, unassigned: 1, open: 1, ai: 0, snoozed: 0, closed: 0, waiting: 1 })
    await say(id, 'Anybody there?')
    expect((await list()).items[0]).toMatchObject({ question: null, last_message: { excerpt: 'Anybody there?' } })
    const params = { agent, conversation: id }
    await test.request('sendHumanMessage', { params, body: { content: 'Here I am.' } }, { key })
    expect((await list()).items[0]).toMatchObject({ question: null, waiting_since: null })
  })

  it('tells views and channels apart', async () => {
    const open = await buildConversation(test, owner, agent)
    const closed = await buildConversation(test, owner, agent)
    const params = { agent, conversation: closed.id }
    await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
    const imported = await buildImported(test, owner, agent)
    const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ id }) => id).sort()
    expect(await ids({ view: 'closed' })).toEqual([closed.id])
    expect(await ids({ view: 'ai' })).toEqual([open.id, imported.id].sort())
    expect(await ids({ view: 'ai', origin: 'widget' })).toEqual([imported.id])
  })
})
