import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe.each(inject('products'))('conversations on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const create = (body?: unknown, to = agent) => account.send('createConversation', { params: { agent: to }, body })
  const bring = (origin: string, id = 'ana', to = agent) =>
    account.get('importConversation', { params: { agent: to }, body: { origin, chat_user: { id }, messages: [] } })

  describe('POST /agents/{agent}/conversations', () => {
    it('(none) → open, ai, with a greeting that costs no credit; a visitor is minted', async () => {
      const { status, data } = await create({})
      expect([status, data]).toMatchObject([201, { origin: 'public_api', status: 'open', response_mode: 'ai' }])
      expect(data.chat_user).toEqual({ id: UUID, name: null, email: null, identity_verified: false })
      expect(data.session_id).toEqual(UUID)
      const greeting = await account.get('listMessages', { params: { agent, conversation: data.id } })
      expect(greeting).toMatchObject([{ role: 'assistant', action_required: false, action: null }])
      expect(greeting[0]!.content).toMatch(/\S/)
      const { usage } = await account.get('getOrganization', { params: { organization: account.organization } })
      expect(usage.message_credits.used).toBe(0)
    })

    it('(none) → open, human, without a greeting when the agent is human-only', async () => {
      const own = (await account.newAgent()).id
      await account.get('updateAgent', { params: { agent: own }, body: { only_human: true } })
      const { data } = await create({}, own)
      expect(data.response_mode).toBe('human')
      expect(await account.get('listMessages', { params: { agent: own, conversation: data.id } })).toEqual([])
    })

    it('needs no body', async () => {
      expect((await create()).status).toBe(201)
    })

    it('keeps the chat_user_id sent, trimmed', async () => {
      expect((await create({ chat_user_id: ` ${'é'.repeat(255)} ` })).data.chat_user.id).toBe('é'.repeat(255))
    })

    it.each([
      ['chat_user_id', { chat_user_id: '' }],
      ['chat_user_id', { chat_user_id: 'x'.repeat(256) }],
      ['chat_user_id', { chat_user_id: 7 }],
      ['identity_token', { identity_token: {} }],
    ])('422 validation_failed on %s for %j', async (field, body) => {
      const answer = await create(body)
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })

    it('an open one for the same chat_user_id → 409 conversation_conflict that names it', async () => {
      const { id } = await account.newConversation(agent, { chat_user_id: 'bea' })
      const answer = await create({ chat_user_id: 'bea' })
      expect(refusal(answer)).toEqual([409, 'conversation_conflict'])
      expect(answer.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: id }])
    })

    it('no conflict: closed or deleted, on another agent, from a widget or e-mail, or without chat_user_id', async () => {
      const body = { chat_user_id: 'cem' }
      await bring('widget', 'cem')
      await bring('email', 'cem')
      const first = await account.newConversation(agent, body)
      const params = { agent, conversation: first.id }
      await account.get('updateConversation', { params, body: { status: 'closed' } })
      const second = await account.newConversation(agent, body)
      await account.get('deleteConversation', { params: { agent, conversation: second.id } })
      expect((await create(body)).status).toBe(201)
      expect((await create(body, (await account.newAgent()).id)).status).toBe(201)
      for (let count = 0; count < 3; count += 1) expect((await create({})).status).toBe(201)
    })

    it('50 at once with one chat_user_id: one 201, 49 409 that name it', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => create({ chat_user_id: 'everybody' })))
      const made = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status }) => status === 409)
      expect([made.length, refused.length]).toEqual([1, 49])
      for (const { body } of refused)
        expect(body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: made[0]!.data.id }])
    })
  })

  describe('GET /agents/{agent}/conversations', () => {
    it('lists all origins, newest first, by status and response_mode', async () => {
      const own = (await account.newAgent()).id
      const list = async (query = {}) =>
        (await account.get('listConversations', { params: { agent: own }, query })).map(({ id }) => id)
      const [widget, email] = [await bring('widget', 'a', own), await bring('email', 'b', own)]
      const { id: api } = await account.newConversation(own)
      expect(await list()).toEqual([api, email.id, widget.id])
      const change = (conversation: string, body: object) =>
        account.get('updateConversation', { params: { agent: own, conversation }, body })
      await change(widget.id, { response_mode: 'human' })
      await change(email.id, { status: 'closed' })
      expect(await list()).toEqual([api, email.id, widget.id])
      expect(await list({ status: 'open' })).toEqual([api, widget.id])
      expect(await list({ status: 'closed' })).toEqual([email.id])
      expect(await list({ response_mode: 'human' })).toEqual([widget.id])
      expect(await list({ response_mode: 'ai', status: 'open' })).toEqual([api])
    })

    it.each([
      ['status', 'pending'],
      ['response_mode', 'robot'],
      ['per_page', '0'],
    ])('422 for %s=%s', async (field, value) => {
      const answer = await account.send('listConversations', { params: { agent }, query: { [field]: value } })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })
  })

  describe('GET /agents/{agent}/conversations/{conversation}', () => {
    it.each(['widget', 'email'])('shows one of origin %s', async (origin) => {
      const made = await bring(origin, 'dora')
      expect(await account.get('getConversation', { params: { agent, conversation: made.id } })).toEqual(made)
      expect([made.origin, made.chat_user.id]).toEqual([origin, 'dora'])
    })

    it('404 resource_not_found for one of another agent, and for none', async () => {
      const { id } = await account.newConversation((await account.newAgent()).id)
      for (const conversation of [id, randomUUID(), 'x'])
        expect(refusal(await account.send('getConversation', { params: { agent, conversation } }))).toEqual([
          404,
          'resource_not_found',
        ])
    })
  })

  describe('DELETE /agents/{agent}/conversations/{conversation}', () => {
    it.each(['public_api', 'widget', 'email'])('any origin (%s): 204, gone with its messages', async (origin) => {
      const { id } = origin === 'public_api' ? await account.newConversation(agent) : await bring(origin)
      const params = { agent, conversation: id }
      const deleted = await account.send('deleteConversation', { params })
      expect([deleted.status, deleted.body]).toEqual([204, undefined])
      for (const name of ['getConversation', 'listMessages', 'deleteConversation', 'sendHumanMessage'] as const)
        expect(refusal(await account.send(name, { params })), name).toEqual([404, 'resource_not_found'])
      const listed = await account.get('listConversations', { params, query: { per_page: 100 } })
      expect(listed.some((conversation) => conversation.id === id)).toBe(false)
    })
  })
})
