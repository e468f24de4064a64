import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages, trained, until } from './support/until.ts'

describe.each(inject('products'))('messages on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
    const source = await account.newTextSource(
      agent,
      'The museum opens at nine and closes at six. Entry costs four crowns.',
    )
    await trained(account, agent, source.id)
  })
  const send = (conversation: string, content: unknown, to = agent) =>
    account.send('sendMessage', { params: { agent: to, conversation }, body: { content } })
  const bring = (origin: string, sent: object[] = []) =>
    account.get('importConversation', { params: { agent }, body: { origin, chat_user: { id: 'ana' }, messages: sent } })

  describe('POST /agents/{agent}/conversations/{conversation}/messages', () => {
    it('201 with the visitor message alone; the reply follows and quotes the source', async () => {
      const { id } = await account.newConversation(agent)
      const { status, data } = await send(id, ' When does the museum open? ')
      expect([status, data]).toMatchObject([
        201,
        { role: 'visitor', content: 'When does the museum open?', action_required: false, action: null },
      ])
      const [greeting, question, reply] = await messages(account, agent, id, 3)
      expect([greeting!.role, question, reply!.role]).toEqual(['assistant', data, 'assistant'])
      expect(reply!.content).toContain('opens at nine')
    })

    it('moves updated_at of the conversation', async () => {
      const before = await account.newConversation(agent)
      await send(before.id, 'Hello')
      const params = { agent, conversation: before.id }
      const after = await account.get('getConversation', { params })
      expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
    })

    it.each(['widget', 'email'])('404 resource_not_found on a conversation of origin %s', async (origin) => {
      const { id } = await bring(origin)
      expect(refusal(await send(id, 'Hello'))).toEqual([404, 'resource_not_found'])
    })

    it('422 conversation_closed on a closed conversation, and nothing is stored', async () => {
      const { id } = await account.newConversation(agent)
      const params = { agent, conversation: id }
      await account.get('updateConversation', { params, body: { status: 'closed' } })
      expect(refusal(await send(id, 'Hello'))).toEqual([422, 'conversation_closed'])
      expect(await account.get('listMessages', { params })).toHaveLength(1)
    })

    it.each([[undefined], [''], [' \n\t'], ['x'.repeat(10_001)], [7], [['Hello']], ['a\0b'], ['\ud800']])(
      '422 validation_failed on content for %j',
      async (content) => {
        const { id } = await account.newConversation(agent)
        const answer = await send(id, content)
        expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'content'])
      },
    )

    it('takes 10,000 code points, and gives back what it got', async () => {
      const { id } = await account.newConversation(agent)
      await account.get('updateConversation', { params: { agent, conversation: id }, body: { response_mode: 'human' } })
      const content = `<script>alert("1")</script>\n‮ Ω 👩‍👩‍👧 '; drop table messages; --${'🏃'.repeat(9_000)}`
      expect((await send(id, content)).data.content).toBe(content)
      expect((await messages(account, agent, id, 2))[1]!.content).toBe(content)
      expect((await send(id, '🏃'.repeat(10_000))).status).toBe(201)
    })

    it('in human mode the AI stays silent, and answers again once the mode is ai', async () => {
      const { id } = await account.newConversation(agent)
      const mode = (response_mode: string) =>
        account.get('updateConversation', { params: { agent, conversation: id }, body: { response_mode } })
      await mode('human')
      await send(id, 'What does entry cost?')
      await mode('ai')
      await send(id, 'When does the museum open?')
      const all = await messages(account, agent, id, 4)
      expect(all.map(({ role }) => role)).toEqual(['assistant', 'visitor', 'visitor', 'assistant'])
    })

    it('a newer message supersedes: one reply serves all', async () => {
      const { id } = await account.newConversation(agent)
      const sent = await Promise.all(Array.from({ length: 10 }, () => send(id, 'What does entry cost?')))
      expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(201))
      const roles = await until('the last is answered', async () => {
        const all = await messages(account, agent, id, 12)
        return all.at(-1)!.role === 'assistant' && all.map(({ role }) => role)
      })
      expect(roles.filter((role) => role === 'visitor')).toHaveLength(10)
      const afterQuestion = roles.slice(1).filter((role, index) => role === 'assistant' && roles[index] === 'assistant')
      expect(afterQuestion).toEqual([])
    })
  })

  describe('handing over to people', () => {
    const ask = async (human_intervention: boolean, content: string) => {
      const own = (await account.newAgent()).id
      await account.get('updateAgent', { params: { agent: own }, body: { human_intervention } })
      const { id } = await account.newConversation(own)
      await send(id, content, own)
      const [, , reply] = await messages(account, own, id, 3)
      const { response_mode } = await account.get('getConversation', { params: { agent: own, conversation: id } })
      return { role: reply!.role, response_mode }
    }

    it.each([['I would like to talk to a person, please.'], ['What is the airspeed of a swallow?']])(
      'with human_intervention the AI hands over by itself, without it never: %s',
      async (content) => {
        expect(await ask(true, content)).toEqual({ role: 'assistant', response_mode: 'human' })
        expect(await ask(false, content)).toEqual({ role: 'assistant', response_mode: 'ai' })
      },
    )
  })

  describe('GET /agents/{agent}/conversations/{conversation}/messages', () => {
    it.each(['widget', 'email'])('lists oldest first, for origin %s too, times never falling', async (origin) => {
      const sent = Array.from({ length: 30 }, (_, index) => ({ role: 'visitor', content: `Line ${index}` }))
      const { id } = await bring(origin, sent)
      const params = { agent, conversation: id }
      const first = await account.send('listMessages', { params })
      expect(first.body.meta).toMatchObject({ current_page: 1, per_page: 25, total: 30, last_page: 2 })
      const second = await account.get('listMessages', { params, query: { page: 2 } })
      const all = [...first.data, ...second]
      expect(all.map(({ content }) => content)).toEqual(sent.map(({ content }) => content))
      const times = all.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted())
    })
  })

  it('404 for a conversation of another agent', async () => {
    const other = (await account.newAgent()).id
    const { id } = await account.newConversation(other)
    expect(refusal(await send(id, 'Hello'))).toEqual([404, 'resource_not_found'])
    const listed = await account.send('listMessages', { params: { agent, conversation: id } })
    expect(refusal(listed)).toEqual([404, 'resource_not_found'])
  })
})
