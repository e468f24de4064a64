import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { NOWHERE } from './support/website.ts'

describe.each(inject('products'))('Idempotency-Key on $database', (product) => {
  let account: Account
  let params: { organization: string; agent: string }
  beforeAll(async () => {
    account = await newAccount(product)
    params = { organization: account.organization, agent: (await account.newAgent()).id }
  })
  const once = (idempotencyKey: string, key = account.key) => ({ key, headers: { 'idempotency-key': idempotencyKey } })
  const create = (body: unknown, idempotencyKey: string, key?: string) =>
    account.send('createAgent', { params, body }, once(idempotencyKey, key))
  const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed')

  it('same key and body: the first answer again, with Idempotent-Replayed: true, and nothing is done', async () => {
    const key = randomUUID()
    const first = await create({ name: 'Once' }, key)
    const second = await create({ name: 'Once' }, key)
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([201, null, 201, 'true'])
    expect(second.body).toEqual(first.body)
    const listed = await account.get('listAgents', { params })
    expect(listed.filter(({ name }) => name === 'Once')).toHaveLength(1)
  })

  it('other body: 422 validation_failed on Idempotency-Key', async () => {
    const key = randomUUID()
    await create({ name: 'One' }, key)
    const answer = await create({ name: 'Two' }, key)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'Idempotency-Key'])
  })

  it('20 at once: done once; the others are replays or 409 idempotency_in_progress', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Twenty' }, key)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.filter((answer) => replayed(answer) === null)).toHaveLength(1)
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toEqual([409, 'idempotency_in_progress'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const listed = await account.get('listAgents', { params, query: { per_page: 100 } })
    expect(listed.filter(({ name }) => name === 'Twenty')).toHaveLength(1)
    expect(replayed(await create({ name: 'Twenty' }, key))).toBe('true')
  })

  it('a refusal is replayed as well', async () => {
    const key = randomUUID()
    const visitor = { chat_user_id: 'ana' }
    const { id } = await account.newConversation(params.agent, visitor)
    const conflict = () => account.send('createConversation', { params, body: visitor }, once(key))
    const first = await conflict()
    expect(refusal(first)).toEqual([409, 'conversation_conflict'])
    const ids = { ...params, conversation: id }
    await account.get('updateConversation', { params: ids, body: { status: 'closed' } })
    const second = await conflict()
    expect([second.body, replayed(second)]).toEqual([first.body, 'true'])
    const invalid = randomUUID()
    expect(replayed(await create({ name: '' }, invalid))).toBeNull()
    expect(replayed(await create({ name: '' }, invalid))).toBe('true')
  })

  it('an answer that showed a secret is replayed without it', async () => {
    const key = randomUUID()
    const body = { url: NOWHERE }
    const register = () => account.send('createWebhookEndpoint', { params, body }, once(key))
    const [first, second] = [await register(), await register()]
    const { secret, ...rest } = first.data
    expect(secret).toMatch(/^whsec_/)
    expect([second.data, replayed(second)]).toEqual([rest, 'true'])
    expect(JSON.stringify(second.body)).not.toContain('whsec_')
  })

  it('counts for one API key and one path', async () => {
    const key = randomUUID()
    const other = (await account.newKey()).key
    const first = await create({ name: 'Mine' }, key)
    const second = await create({ name: 'Mine' }, key, other)
    expect([second.status, replayed(second)]).toEqual([201, null])
    expect(second.data.id).not.toBe(first.data.id)
    const elsewhere = await account.send('createConversation', { params, body: { name: 'Mine' } }, once(key))
    expect([elsewhere.status, replayed(elsewhere)]).toEqual([201, null])
  })

  it('tells files apart by their bytes', async () => {
    const key = randomUUID()
    const upload = (content: string) =>
      account.send('createSource', { params, body: { type: 'file', file: new File([content], 'x.txt') } }, once(key))
    const first = await upload('We open at nine.')
    const again = await upload('We open at nine.')
    expect([again.body, replayed(again)]).toEqual([first.body, 'true'])
    expect(refusal(await upload('We open at ten.'))).toEqual([422, 'validation_failed'])
  })

  it('works on every POST, empty ones too: retrain, crawl, messages', async () => {
    const source = await account.newTextSource(params.agent)
    const conversation = (await account.newConversation(params.agent)).id
    const ids = { ...params, source: source.id, conversation }
    const posts = [
      ['retrainSource', undefined],
      ['startCrawl', { url: NOWHERE }],
      ['sendMessage', { content: 'Hello' }],
      ['sendHumanMessage', { content: 'Hello' }],
    ] as const
    for (const [name, body] of posts) {
      const key = randomUUID()
      const sent = { params: ids, ...(body && { body }) }
      const [first, second] = [await account.send(name, sent, once(key)), await account.send(name, sent, once(key))]
      expect([second.body, replayed(second)], name).toEqual([first.body, 'true'])
    }
    const said = (await account.get('listMessages', { params: ids })).map(({ role }) => role)
    expect(said.filter((role) => role !== 'assistant')).toEqual(['visitor', 'human'])
  })

  it('1 to 255 characters: else 422 on Idempotency-Key', async () => {
    expect((await create({ name: 'Long' }, 'x'.repeat(255))).status).toBe(201)
    for (const key of ['', 'x'.repeat(256)]) {
      const answer = await create({ name: 'Long' }, key)
      expect([...refusal(answer), ...refusedFields(answer)], key).toEqual([422, 'validation_failed', 'Idempotency-Key'])
    }
  })

  it('means nothing on PATCH and DELETE', async () => {
    const { id } = await account.newAgent()
    const key = once(randomUUID())
    const own = { agent: id }
    const rename = (name: string) => account.send('updateAgent', { params: own, body: { name } }, key)
    expect([(await rename('One')).data.name, (await rename('Two')).data.name]).toEqual(['One', 'Two'])
    expect((await account.send('deleteAgent', { params: own }, key)).status).toBe(204)
    expect((await account.send('deleteAgent', { params: own }, key)).status).toBe(404)
  })
})
