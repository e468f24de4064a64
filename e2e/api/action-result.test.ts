import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages } from './support/until.ts'

const path = 'POST /agents/{agent}/conversations/{conversation}/messages/{message}/action-result'
const fields = [
  { name: 'email', label: 'E-mail', type: 'email', required: true },
  { name: 'guests', label: 'Guests', type: 'number', required: false },
]
const ana = [{ email: 'ana@example.com' }, { guests: 4 }]

interface Pending {
  agent: string
  conversation: string
  message: string
}

describe.each(inject('products'))(`${path} on $database`, (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = await newAgentWithAction()
  })
  const submit = (params: Pending, body: unknown) => account.send('submitActionResult', { params: { ...params }, body })

  async function newAgentWithAction(): Promise<string> {
    const { id } = await account.newAgent()
    const body = { slug: 'book_table', name: 'Book a table', description: 'Books a table for the visitor', fields }
    await account.get('createAction', { params: { agent: id }, body })
    return id
  }

  /** Starts a conversation in which the AI has asked the visitor to fill in the action's fields. */
  async function newPending(of = agent): Promise<Pending> {
    const { id: conversation } = await account.newConversation(of)
    const params = { agent: of, conversation }
    await account.get('sendMessage', { params, body: { content: 'I would like to book a table, please.' } })
    const asked = (await messages(account, of, conversation, 3))[2]!
    expect(asked.action_required, JSON.stringify(asked)).toBe(true)
    return { agent: of, conversation, message: asked.id }
  }

  it('the message that asks: action_required, and an action that is pending', async () => {
    const pending = await newPending()
    const [action] = await account.get('listActions', { params: { agent } })
    const asked = (await messages(account, agent, pending.conversation, 3))[2]!
    expect(asked).toMatchObject({ role: 'assistant', action_required: true })
    expect(asked.action).toEqual({
      agent_action_uuid: action!.id,
      slug: 'book_table',
      name: 'Book a table',
      fields,
      status: 'pending',
      result: null,
    })
  })

  it('200 with the submitted field maps; the action is completed and the AI goes on', async () => {
    const pending = await newPending()
    const { status, data } = await submit(pending, { action: 'book_table', result: ana })
    expect([status, data]).toEqual([200, ana])
    const all = await messages(account, agent, pending.conversation, 4)
    expect(all[2]).toMatchObject({ action_required: false, action: { status: 'completed', result: ana } })
    expect(all[3]!.role).toBe('assistant')
  })

  it('the AI goes on from what was filled in, though the visitor wrote in between', async () => {
    const [early, late] = [await newPending(), await newPending()]
    await submit(early, { action: 'book_table', result: ana })
    const goesOn = (await messages(account, agent, early.conversation, 4))[3]!.content
    const params = { agent, conversation: late.conversation }
    await account.get('sendMessage', { params, body: { content: 'Hello?' } })
    const hello = (await messages(account, agent, late.conversation, 5))[4]!.content
    await submit(late, { action: 'book_table', result: ana })
    const all = await messages(account, agent, late.conversation, 6)
    expect([all[5]!.content, all[5]!.content === hello]).toEqual([goesOn, false])
  })

  it.each([
    { action: 'book_table', action_slug: 'book_table', result: ana },
    { action: 'book_table', action_name: 'book_table', result: ana },
    { action: 'book_table', action_name: 'Book a table', result: ana },
    { action: ' book_table ', result: [{ email: 'ana@example.com', guests: '4', note: { any: ['thing'] } }] },
  ])('200 for %j', async (body) => {
    expect((await submit(await newPending(), body)).data).toEqual(body.result)
  })

  it('200 with agent_action_uuid', async () => {
    const [action] = await account.get('listActions', { params: { agent } })
    const body = { action: 'book_table', result: ana, agent_action_uuid: action!.id }
    expect((await submit(await newPending(), body)).status).toBe(200)
  })

  it.each([
    ['action', { result: ana }],
    ['action', { action_slug: 'book_table', result: ana }],
    ['action', { action: 'other', result: ana }],
    ['action_slug', { action: 'book_table', action_slug: 'other', result: ana }],
    ['result', { action: 'book_table' }],
    ['result', { action: 'book_table', result: [] }],
    ['result', { action: 'book_table', result: { email: 'ana@example.com' } }],
    ['result.0', { action: 'book_table', result: ['ana@example.com'] }],
    ['result.email', { action: 'book_table', result: [{ guests: 2 }] }],
    ['result.email', { action: 'book_table', result: [{ email: 'nobody' }] }],
    ['result.1', { action: 'book_table', result: [...ana.slice(0, 1), { note: 'a\0b' }] }],
    ['result.0', { action: 'book_table', result: [{ ...ana[0], notes: [{ 'a\ud800': 1 }] }] }],
    ['action_name', { action: 'book_table', action_name: 'Other', result: ana }],
    ['result.guests', { action: 'book_table', result: [{ email: 'ana@example.com', guests: 'many' }] }],
    ['agent_action_uuid', { action: 'book_table', result: ana, agent_action_uuid: 'x' }],
    ['agent_action_uuid', { action: 'book_table', result: ana, agent_action_uuid: randomUUID() }],
  ])('422 validation_failed on %s for %j, and it is still pending', async (field, body) => {
    const pending = await newPending()
    const answer = await submit(pending, body)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    expect((await messages(account, agent, pending.conversation, 3))[2]!.action?.status).toBe('pending')
  })

  it('says in plain words what a result is made of', async () => {
    const { body } = await submit(await newPending(), { action: 'book_table', result: ['ana@example.com'] })
    expect(body.error.details).toEqual([{ field: 'result.0', message: 'The result.0 field must be an object.' }])
  })

  it('agent_action_uuid is required where several actions have the slug', async () => {
    const own = await newAgentWithAction()
    const pending = await newPending(own)
    const body = { slug: 'book_table', name: 'Book a big table', description: 'For groups', fields }
    await account.get('createAction', { params: { agent: own }, body })
    const result = { action: 'book_table', result: ana }
    const answer = await submit(pending, result)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'agent_action_uuid'])
    const { action } = (await messages(account, own, pending.conversation, 3))[2]!
    expect((await submit(pending, { ...result, agent_action_uuid: action!.agent_action_uuid })).status).toBe(200)
  })

  it('a second submit is 422 and changes nothing; of 20 at once one is 200', async () => {
    const pending = await newPending()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guests) =>
        submit(pending, { action: 'book_table', result: [{ email: 'ana@example.com' }, { guests }] }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    for (const answer of answers) if (answer !== taken[0]) expect(refusal(answer)).toEqual([422, 'validation_failed'])
    const all = await messages(account, agent, pending.conversation, 4)
    expect(all[2]!.action?.result).toEqual(taken[0]!.data)
    expect(refusal(await submit(pending, { action: 'book_table', result: ana }))).toEqual([422, 'validation_failed'])
    expect((await messages(account, agent, pending.conversation, 4)).map(({ role }) => role)).toHaveLength(4)
  })

  it('a field may have the name of anything every object has', async () => {
    const own = (await account.newAgent()).id
    const named = [{ ...fields[0]! }, { name: 'constructor', label: 'Builder', type: 'text', required: false }]
    const body = { slug: 'book_table', name: 'Book a table', description: 'Books a table', fields: named }
    await account.get('createAction', { params: { agent: own }, body })
    const answer = await submit(await newPending(own), { action: 'book_table', result: [{ email: 'ana@example.com' }] })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })

  it('in human mode the result is stored and the AI stays silent', async () => {
    const pending = await newPending()
    await account.get('updateConversation', { params: { ...pending }, body: { response_mode: 'human' } })
    expect((await submit(pending, { action: 'book_table', result: ana })).status).toBe(200)
    const other = await newPending()
    await submit(other, { action: 'book_table', result: ana })
    await messages(account, agent, other.conversation, 4)
    expect(await messages(account, agent, pending.conversation, 3)).toHaveLength(3)
  })

  it('422 on a message that awaits nothing; 404 on one of another conversation, and on none', async () => {
    const pending = await newPending()
    const [greeting] = await messages(account, agent, pending.conversation, 1)
    const body = { action: 'book_table', result: ana }
    const silent = await submit({ ...pending, message: greeting!.id }, body)
    expect(refusal(silent)).toEqual([422, 'validation_failed'])
    const { id: elsewhere } = await account.newConversation(agent)
    for (const params of [
      { ...pending, conversation: elsewhere },
      { ...pending, message: randomUUID() },
    ])
      expect(refusal(await submit(params, body))).toEqual([404, 'resource_not_found'])
  })

  it.each(['widget', 'email'])('404 resource_not_found on a conversation of origin %s', async (origin) => {
    const sent = [{ role: 'assistant', content: 'Which day?' }]
    const body = { origin, chat_user: { id: 'ana' }, messages: sent }
    const { id: conversation } = await account.get('importConversation', { params: { agent }, body })
    const [message] = await messages(account, agent, conversation, 1)
    const answer = await submit({ agent, conversation, message: message!.id }, { action: 'book_table', result: ana })
    expect(refusal(answer)).toEqual([404, 'resource_not_found'])
  })
})
