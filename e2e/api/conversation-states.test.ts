import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'

/** What a change makes of a conversation, by the state it was in; each row is tested for every origin. */
const rows = [
  { from: {}, send: { response_mode: 'human' }, to: { status: 'open', response_mode: 'human' } },
  { from: { response_mode: 'human' }, send: { response_mode: 'ai' }, to: { status: 'open', response_mode: 'ai' } },
  { from: {}, send: { response_mode: 'ai' }, to: { status: 'open', response_mode: 'ai' } },
  { from: {}, send: { status: 'closed' }, to: { status: 'closed', response_mode: 'ai' } },
  {
    from: {},
    send: { status: 'closed', response_mode: 'human' },
    to: { status: 'closed', response_mode: 'human' },
  },
  { from: { status: 'closed' }, send: { status: 'open' }, to: { status: 'open', response_mode: 'ai' } },
  {
    from: { status: 'closed' },
    send: { status: 'open', response_mode: 'human' },
    to: { status: 'open', response_mode: 'human' },
  },
  { from: { status: 'closed' }, send: { status: 'closed' }, to: { status: 'closed', response_mode: 'ai' } },
  { from: {}, send: { status: 'open' }, to: { status: 'open', response_mode: 'ai' } },
]
const closedRows = [{ response_mode: 'human' }, { response_mode: 'ai' }, { response_mode: 'human', status: 'closed' }]
const origins = ['public_api', 'widget', 'email'] as const

describe.each(inject('products'))('PATCH /agents/{agent}/conversations/{conversation} on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const patch = (conversation: string, body: unknown) =>
    account.send('updateConversation', { params: { agent, conversation }, body })
  async function start(origin: (typeof origins)[number], from: object) {
    const body = { origin, chat_user: { id: 'ana' } }
    const made =
      origin === 'public_api'
        ? await account.newConversation(agent)
        : await account.get('importConversation', { params: { agent }, body })
    if (Object.keys(from).length > 0) expect((await patch(made.id, from)).status).toBe(200)
    return account.get('getConversation', { params: { agent, conversation: made.id } })
  }

  describe.each(origins)('Conversation of origin %s', (origin) => {
    it.each(rows)('from $from: PATCH with $send → $to', async ({ from, send, to }) => {
      const before = await start(origin, from)
      const answer = await patch(before.id, send)
      expect([answer.status, answer.data]).toEqual([200, { ...before, ...to, updated_at: answer.data.updated_at }])
      const isChange = before.status !== to.status || before.response_mode !== to.response_mode
      const moved = Date.parse(answer.data.updated_at) > Date.parse(before.updated_at)
      if (!isChange) expect(moved).toBe(false)
      expect(Date.parse(answer.data.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at))
      expect(await account.get('getConversation', { params: { agent, conversation: before.id } })).toEqual(answer.data)
    })

    it.each(closedRows)('closed — PATCH with only %j → 422 conversation_closed, unchanged', async (send) => {
      const before = await start(origin, { status: 'closed' })
      expect(refusal(await patch(before.id, send))).toEqual([422, 'conversation_closed'])
      expect(await account.get('getConversation', { params: { agent, conversation: before.id } })).toEqual(before)
    })

    it('any — POST human reply → response_mode human, a human message is stored', async () => {
      for (const from of [{}, { response_mode: 'human' }, { status: 'closed' }]) {
        const before = await start(origin, from)
        const params = { agent, conversation: before.id }
        await account.get('sendHumanMessage', { params, body: { content: 'I am here.' } })
        const after = await account.get('getConversation', { params })
        expect([after.response_mode, after.status]).toEqual(['human', before.status])
      }
    })
  })

  it.each([
    ['status', undefined],
    ['status', {}],
    ['status', { mode: 'human' }],
    ['status', { status: 'archived' }],
    ['status', { status: null }],
    ['response_mode', { response_mode: 'both' }],
    ['response_mode', { response_mode: true, status: 'open' }],
  ])('422 validation_failed on %s for %j', async (field, body) => {
    const { id } = await account.newConversation(agent)
    const answer = await patch(id, body)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
  })

  it('reopening onto a taken chat_user_id → 409 conversation_conflict, unchanged', async () => {
    const first = await account.newConversation(agent, { chat_user_id: 'ana' })
    await patch(first.id, { status: 'closed' })
    const second = await account.newConversation(agent, { chat_user_id: 'ana' })
    for (const body of [{ status: 'open' }, { status: 'open', response_mode: 'human' }]) {
      const answer = await patch(first.id, body)
      expect(refusal(answer)).toEqual([409, 'conversation_conflict'])
      expect(answer.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: second.id }])
    }
    const params = { agent, conversation: first.id }
    expect(await account.get('getConversation', { params })).toMatchObject({ status: 'closed', response_mode: 'ai' })
    await patch(second.id, { status: 'closed' })
    expect((await patch(first.id, { status: 'open' })).status).toBe(200)
  })

  it('20 reopen at once onto one chat_user_id: one is open afterwards', async () => {
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const { id } = await account.newConversation(agent, { chat_user_id: 'zoe' })
      await patch(id, { status: 'closed' })
      ids.push(id)
    }
    const answers = await Promise.all(ids.map((id) => patch(id, { status: 'open' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })
})
