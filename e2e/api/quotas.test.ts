import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal } from './support/account.ts'
import { SMALL_PLAN } from './support/start-products.ts'
import { messages, trained } from './support/until.ts'
import { NOWHERE } from './support/website.ts'

const EXCEEDED = [422, 'subscription_limit_exceeded']

describe.each(inject('products'))('422 subscription_limit_exceeded on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
    await account.setPlan('promotional')
  })
  const used = async (name: keyof typeof SMALL_PLAN, of = account) => {
    const organization = await of.get('getOrganization', { params: { organization: of.organization } })
    expect(organization.usage[name].limit).toBe(SMALL_PLAN[name])
    return organization.usage[name].used
  }
  const source = (body: object) => account.send('createSource', { params: { agent }, body })

  it('text size: exactly the quota fits, a character more does not; deleting gives it back', async () => {
    expect(refusal(await source({ type: 'text', content: 'x'.repeat(1_001) }))).toEqual(EXCEEDED)
    expect(await used('text_characters')).toBe(0)
    const full = await source({ type: 'text', content: 'é'.repeat(1_000) })
    expect([full.status, await used('text_characters')]).toEqual([201, 1_000])
    expect(refusal(await source({ type: 'text', content: 'x' }))).toEqual(EXCEEDED)
    const { id } = full.data as { id: string }
    await trained(account, agent, id)
    await account.get('deleteSource', { params: { agent, source: id } })
    expect(await used('text_characters')).toBe(0)
    const questions = [{ question: 'x'.repeat(400), answer: 'y'.repeat(600) }]
    expect((await source({ type: 'qa', questions })).status).toBe(201)
    expect(refusal(await source({ type: 'qa', questions: [{ question: 'x', answer: 'y' }] }))).toEqual(EXCEEDED)
  })

  it('URL count: all or nothing', async () => {
    const urls = (count: number) => Array.from({ length: count }, (_, index) => `${NOWHERE}${index}`)
    expect(refusal(await source({ type: 'url', urls: urls(4) }))).toEqual(EXCEEDED)
    expect(await used('urls')).toBe(0)
    expect((await source({ type: 'url', urls: urls(3) })).status).toBe(201)
    expect(refusal(await source({ type: 'url', urls: urls(1) }))).toEqual(EXCEEDED)
  })

  it('document bytes', async () => {
    const file = (size: number) => source({ type: 'file', file: new File(['x'.repeat(size)], 'x.txt') })
    expect(refusal(await file(1_001))).toEqual(EXCEEDED)
    expect((await file(1_000)).status).toBe(201)
    expect(refusal(await file(1))).toEqual(EXCEEDED)
  })

  it('message credits: one per reply; none for the greeting, human mode and human-only agents', async () => {
    const other = await newAccount(product)
    const ai = (await other.newAgent()).id
    const people = (await other.newAgent()).id
    await other.get('updateAgent', { params: { agent: people }, body: { only_human: true } })
    await other.setPlan('promotional')
    const send = (to: string, conversation: string) =>
      other.send('sendMessage', { params: { agent: to, conversation }, body: { content: 'Hello' } })
    const [one, two] = [(await other.newConversation(ai)).id, (await other.newConversation(ai)).id]
    expect(await used('message_credits', other)).toBe(0)
    expect((await send(ai, one)).status).toBe(201)
    await messages(other, ai, one, 3)
    expect(await used('message_credits', other)).toBe(1)
    for (const conversation of [one, two]) expect(refusal(await send(ai, conversation))).toEqual(EXCEEDED)
    expect(await messages(other, ai, two, 1)).toHaveLength(1)
    const params = { agent: ai, conversation: two }
    await other.get('updateConversation', { params, body: { response_mode: 'human' } })
    expect((await send(ai, two)).status).toBe(201)
    expect((await send(people, (await other.newConversation(people)).id)).status).toBe(201)
    expect(await used('message_credits', other)).toBe(1)
  })

  it('message credits: a credit comes back when a person takes over before the reply', async () => {
    const other = await newAccount(product)
    const ai = (await other.newAgent()).id
    await other.setPlan('promotional')
    const { id } = await other.newConversation(ai)
    const params = { agent: ai, conversation: id }
    await other.get('sendMessage', { params, body: { content: 'Hello' } })
    await other.get('sendHumanMessage', { params, body: { content: 'I am here.' } })
    const roles = (await messages(other, ai, id, 3)).map(({ role }) => role)
    expect(await used('message_credits', other)).toBe(roles.filter((role) => role === 'assistant').length - 1)
  })

  it('20 sends on the last credit: one 201, 19 refused', async () => {
    const other = await newAccount(product)
    const ai = (await other.newAgent()).id
    await other.setPlan('promotional')
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await other.newConversation(ai)).id))
    const answers = await Promise.all(
      ids.map((conversation) =>
        other.send('sendMessage', { params: { agent: ai, conversation }, body: { content: 'Hello' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(refusal)).toEqual(Array(19).fill(EXCEEDED))
    expect(await used('message_credits', other)).toBe(1)
  })
})
