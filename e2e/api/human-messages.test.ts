import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages } from './support/until.ts'

const path = 'POST /agents/{agent}/conversations/{conversation}/human-messages'

describe.each(inject('products'))(`${path} on $database`, (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const reply = (conversation: string, content: unknown) =>
    account.send('sendHumanMessage', { params: { agent, conversation }, body: { content } })

  it('201 with a message of role human; from then on the mode is human', async () => {
    const { id } = await account.newConversation(agent)
    const { status, data } = await reply(id, ' I will look into it. ')
    expect([status, data]).toMatchObject([
      201,
      { role: 'human', content: 'I will look into it.', action_required: false, action: null },
    ])
    const params = { agent, conversation: id }
    expect((await account.get('getConversation', { params })).response_mode).toBe('human')
    expect((await messages(account, agent, id, 2))[1]).toEqual(data)
  })

  it.each(['widget', 'email'])('works on a conversation of origin %s', async (origin) => {
    const body = { origin, chat_user: { id: 'ana' } }
    const { id } = await account.get('importConversation', { params: { agent }, body })
    expect((await reply(id, 'Hello')).status).toBe(201)
  })

  it.each([[undefined], [''], ['x'.repeat(10_001)], [{}]])(
    '422 validation_failed on content for %j',
    async (content) => {
      const { id } = await account.newConversation(agent)
      const answer = await reply(id, content)
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'content'])
      expect(await account.get('listMessages', { params: { agent, conversation: id } })).toHaveLength(1)
    },
  )

  it('404 resource_not_found for a conversation of another agent', async () => {
    const { id } = await account.newConversation((await account.newAgent()).id)
    expect(refusal(await reply(id, 'Hello'))).toEqual([404, 'resource_not_found'])
  })

  it('after a person has taken over no AI message can appear, however close they come', async () => {
    const rounds = Array.from({ length: 30 }, async (_, index) => {
      const { id } = await account.newConversation(agent)
      const params = { agent, conversation: id }
      await account.get('sendMessage', { params, body: { content: 'Are you open today?' } })
      await new Promise((done) => setTimeout(done, index * 4))
      await reply(id, 'I am here now.')
      return id
    })
    const ids = await Promise.all(rounds)
    // A conversation without takeover, asked last: once its AI reply is there, any late reply to the others would be
    // too.
    const { id: last } = await account.newConversation(agent)
    await account.get('sendMessage', { params: { agent, conversation: last }, body: { content: 'And you?' } })
    await messages(account, agent, last, 3)
    for (const id of ids) {
      const roles = (await messages(account, agent, id, 3)).map(({ role }) => role)
      expect(roles.slice(roles.indexOf('human'))).toEqual(['human'])
    }
  })
})
