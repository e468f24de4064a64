import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal } from './support/account.ts'
import { expireKey } from './support/storage.ts'

/**
 * Checks run in the order 401 → 401 token_expired → 403 premium_required → 403 insufficient_scope → 404 → 403 forbidden
 * → 422 → 423 → 409. Each request fails its own row's check and all that follow, so the earliest must answer. The place
 * of 429 is tested in rate-limits.test.ts.
 */
describe.each(inject('products'))('order of checks on $database', (product) => {
  let account: Account
  let stranger: Account
  let agent: string
  let nobodys: string
  beforeAll(async () => {
    account = await newAccount(product)
    stranger = await newAccount(product)
    agent = (await account.newAgent()).id
    nobodys = randomUUID()
    await account.newConversation(agent, { chat_user_id: 'ana' })
    await account.disable(agent)
  })
  const wrong = { chat_user_id: '' }
  const create = (of: Account, to: string, body: unknown, credentials = {}) =>
    of.send('createConversation', { params: { agent: to }, body }, credentials)

  it('401 before all else', async () => {
    expect((await create(account, nobodys, wrong, { key: 'nonsense' })).body).toEqual({ message: 'Unauthenticated.' })
  })

  it('token_expired before premium_required', async () => {
    const { id, key } = await stranger.newKey(['agent:read'], '2999-01-01')
    await expireKey(product, id)
    await stranger.setPlan('free')
    expect(refusal(await create(stranger, nobodys, wrong, { key }))).toEqual([401, 'token_expired'])
    await stranger.setPlan('premium')
  })

  it('premium_required before insufficient_scope, and that before 404', async () => {
    const { key } = await stranger.newKey(['agent:read'])
    await stranger.setPlan('free')
    expect(refusal(await create(stranger, nobodys, wrong, { key }))).toEqual([403, 'premium_required'])
    await stranger.setPlan('premium')
    expect(refusal(await create(stranger, nobodys, wrong, { key }))).toEqual([403, 'insufficient_scope'])
  })

  it('404 for what does not exist, whoever asks; 403 forbidden before 422', async () => {
    expect(refusal(await create(stranger, nobodys, wrong))).toEqual([404, 'resource_not_found'])
    expect(refusal(await create(stranger, 'not-a-uuid', wrong))).toEqual([404, 'resource_not_found'])
    expect(refusal(await create(stranger, agent, wrong))).toEqual([403, 'forbidden'])
  })

  it('404 of a child before 422, 423', async () => {
    const params = { agent, conversation: nobodys }
    const answer = await account.send('sendMessage', { params, body: {} })
    expect(refusal(answer)).toEqual([404, 'resource_not_found'])
  })

  it('422 before 423, and 423 before 409', async () => {
    expect(refusal(await create(account, agent, wrong))).toEqual([422, 'validation_failed'])
    expect(refusal(await create(account, agent, { chat_user_id: 'ana' }))).toEqual([423, 'agent_unavailable'])
    await account.disable(agent, false)
    expect(refusal(await create(account, agent, { chat_user_id: 'ana' }))).toEqual([409, 'conversation_conflict'])
    await account.disable(agent)
  })

  it('422 of any code before 423: a closed conversation, a quota, a premium model', async () => {
    const own = await newAccount(product)
    const of = (await own.newAgent()).id
    const { id } = await own.newConversation(of)
    const params = { agent: of, conversation: id }
    await own.get('updateConversation', { params, body: { status: 'closed' } })
    await own.disable(of)
    await own.setPlan('promotional')
    const model = (await own.get('listAiModels')).find(({ is_premium }) => is_premium)!.id
    const text = { type: 'text', content: 'x'.repeat(1_001) }
    const answers = [
      await own.send('sendMessage', { params, body: { content: 'Hello' } }),
      await own.send('updateConversation', { params, body: { response_mode: 'human' } }),
      await own.send('createSource', { params, body: text }),
      await own.send('updateAgent', { params, body: { model_id: model } }),
    ]
    expect(answers.map(refusal)).toEqual([
      [422, 'conversation_closed'],
      [422, 'conversation_closed'],
      [422, 'subscription_limit_exceeded'],
      [422, 'premium_plan_required'],
    ])
  })
})
