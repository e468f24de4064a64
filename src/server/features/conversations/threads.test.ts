import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('GET /agents/{agent}/conversations/{conversation}/thread on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let params: { agent: string; conversation: string }

  beforeAll(async () => {
    const env = { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' }
    test = await createTestApp({ database, env })
    owner = await test.signUp()
    key = await owner.key()
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
    params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
  })
  afterAll(() => test.close())

  const read = async (query: NonNullable<Input<'listThread'>['query']> = {}, caller: Owner = owner) =>
    (await test.request('listThread', { params, query }, caller)).data
  const say = async (content: string) => {
    await test.request('sendMessage', { params, body: { content } }, { key })
    await test.settled()
  }
  const set = (body: Input<'updateConversation'>['body'], caller: { key: string } = { key }) =>
    test.request('updateConversation', { params, body }, caller)
  const bearerOf = async (member: Owner) =>
    (await test.request('createSessionToken', { body: { organization: owner.organizationId } }, member)).data.token

  const told = ({ items }: Data<'listThread'>) =>
    items.map(({ position, author, event, message }) => [position, author.type, event?.type ?? message?.role])

  it('tells who did what between the messages, in order', async () => {
    const member = await buildMember(test, owner, 'responder')
    const bearer = await bearerOf(member)
    await say('Can I talk to a person, please?')
    await set({ response_mode: 'ai' }, { key: bearer })
    await test.request('sendHumanMessage', { params, body: { content: 'Here I am.' } }, { key })
    await set({ status: 'closed' }, { key: bearer })
    await set({ status: 'open', response_mode: 'ai' }, { key: bearer })

    const thread = await read()
    expect(told(thread)).toEqual([
      ['1.0', 'ai', 'assistant'],
      ['2.0', 'visitor', 'visitor'],
      ['3.0', 'ai', 'assistant'],
      ['3.1', 'visitor', 'handed_over'],
      ['3.2', 'member', 'given_back'],
      ['3.3', 'key', 'handed_over'],
      ['4.0', 'key', 'human'],
      ['4.1', 'member', 'closed'],
      ['4.2', 'member', 'given_back'],
      ['4.3', 'member', 'reopened'],
    ])
    expect(thread).toMatchObject({ first_position: '1.0', last_position: '4.3', read_position: null, earlier: [] })
    expect(thread.items[3]!.event).toEqual({ type: 'handed_over', reason: 'asked_for_person' })
    const me = (await test.request('getSession', {}, member)).data.user
    expect(thread.items[4]!.author).toEqual({ type: 'member', id: me.id, name: me.name })
    expect(thread.items[5]!.author).toMatchObject({ type: 'key', name: 'Test' })
    expect(thread.items[6]!.author).toEqual(thread.items[5]!.author)
  })

  it('says why the AI handed over', async () => {
    await say('What is the airspeed velocity of an unladen swallow?')
    const [event] = (await read()).items.flatMap((item) => (item.event ? [item] : []))
    expect(event).toMatchObject({ author: { type: 'ai' }, event: { type: 'handed_over', reason: 'no_answer' } })
  })

  it('names no author of an imported message', async () => {
    const imported = { messages: [{ role: 'human' as const, content: 'From before' }] }
    const made = await buildImported(test, owner, agent, imported)
    const thread = await test.request('listThread', { params: { agent, conversation: made.id } }, owner)
    expect(thread.data.items).toMatchObject([{ author: { type: 'member' }, message: { content: 'From before' } }])
    expect(Object.keys(thread.data.items[0]!.author)).toEqual(['type'])
  })

  it('gives any part of it', async () => {
    const made = await buildImported(test, owner, agent, {
      messages: Array.from({ length: 9 }, (_, index) => ({ role: 'visitor' as const, content: `Line ${index + 1}` })),
    })
    params = { agent, conversation: made.id }
    await test.deps.database.transaction(async (tx) => {
      for (const [after_message, number] of [
        [0, 1],
        [3, 1],
        [3, 2],
        [3, 3],
        [9, 1],
      ] as const)
        await tx
          .insertInto('thread_entries')
          .values({
            id: newId(),
            conversation_id: made.id,
            after_message,
            number,
            type: 'note',
            author_type: 'member',
            content: 'Noted',
            created_at: 0,
          })
          .execute()
    })
    const whole = (await read({ limit: 100 })).items.map(({ position }) => position)
    expect(whole).toEqual([
      '0.1',
      '1.0',
      '2.0',
      '3.0',
      '3.1',
      '3.2',
      '3.3',
      '4.0',
      '5.0',
      '6.0',
      '7.0',
      '8.0',
      '9.0',
      '9.1',
    ])
    const place = fc.option(fc.constantFrom(...whole, '0.0', '3.9', '10.0'), { nil: undefined })
    const number = (position: string) => Number(position.split('.')[0]) * 1_000 + Number(position.split('.')[1])
    await fc.assert(
      fc.asyncProperty(place, place, fc.integer({ min: 1, max: 20 }), async (before, after, limit) => {
        const within = whole.filter(
          (position) =>
            (before === undefined || number(position) < number(before)) &&
            (after === undefined || number(position) > number(after)),
        )
        const query = { limit, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
        const { items, first_position, last_position } = await read(query)
        expect(items.map(({ position }) => position)).toEqual(
          after === undefined ? within.slice(-limit) : within.slice(0, limit),
        )
        expect([first_position, last_position]).toEqual(['0.1', '9.1'])
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
    ['before', { before: '12' }],
    ['after', { after: '-1.0' }],
  ])('refuses an impossible %s', async (field, query) => {
    const answer = await test.request('listThread', { params, query }, owner)
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field])
  })

  it('lists what the same visitor wrote earlier, if they were as verified then', async () => {
    const open = async (agentId: string) =>
      (await test.request('createConversation', { params: { agent: agentId }, body: { chat_user_id: 'ana' } }, { key }))
        .data.id
    const first = await open(agent)
    await test.request(
      'updateConversation',
      { params: { agent, conversation: first }, body: { status: 'closed' } },
      { key },
    )
    await open((await buildAgent(test, owner)).id)
    const second = await open(agent)
    params = { agent, conversation: second }
    const { earlier } = await read()
    expect(earlier).toMatchObject([{ id: first, status: 'closed', last_line: expect.any(String) }])
    params = { agent, conversation: first }
    expect((await read()).earlier).toEqual([])

    await test.deps.database.transaction((tx) =>
      tx.updateTable('conversations').set({ identity_verified: 1 }).where('id', '=', second).execute(),
    )
    params = { agent, conversation: second }
    expect((await read()).earlier).toEqual([])
  })

  it('is the organization’s own, and gone with the conversation', async () => {
    const stranger = await test.signUp()
    expect((await test.request('listThread', { params }, stranger)).status).toBe(403)
    await test.request('deleteConversation', { params }, { key })
    expect((await test.request('listThread', { params }, owner)).status).toBe(404)
  })
})
