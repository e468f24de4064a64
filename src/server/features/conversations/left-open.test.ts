import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PHRASES } from '../../adapters/models/phrases.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { selectAgent } from '../agents/index.ts'
import { gatherMaterial } from './gather-material.ts'
import { historyOfQuestion } from './history.ts'

const { unknownOffer: OFFER, goesOn: GOES_ON } = PHRASES.en
const WISH = 'Can I talk to a person?'

describe.each(databases())('a visitor to whom the AI said no more than that a person comes, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let who: { key: string; headers: Record<string, string> }
  let visits = 0

  beforeAll(async () => {
    const RATE_LIMITS = '{"read":100000,"write":100000,"polling":100000}'
    test = await createTestApp({ database, env: { RATE_LIMITS, TRUST_PROXY: '127.0.0.1' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    key = await owner.key()
    const body = { plan: 'premium' } as never
    await test.request('updateOrganization', { params: { organization: owner.organizationId }, body }, owner)
    agent = (await buildAgent(test, owner)).id
    await change({ human_intervention: true })
    await learn('The shop opens at nine and closes at six. It is closed on Sundays.')
    visits += 1
    const headers = { 'x-forwarded-for': `10.4.0.${visits}` }
    const visit = await test.request('startVisit', { params: { agent }, body: {} }, { headers })
    who = { key: visit.data.token, headers }
  })

  const change = (body: object) => test.request('updateAgent', { params: { agent }, body }, { key })
  const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, owner)
  const learn = (text: string) => buildTextSource(test, owner, agent, text)
  const write = async (content = 'When does the shop open?') => {
    await test.request('writeMessage', { body: { id: randomUUID(), content } }, who)
    await test.settled()
  }
  async function writeWithoutCredits(): Promise<void> {
    const quotas = test.config.planQuotas.premium
    const { message_credits } = quotas
    quotas.message_credits = 0
    await write()
    quotas.message_credits = message_credits
  }
  const askForPerson = () => test.request('askForPerson', {}, who)
  const handBack = async () => {
    expect((await test.request('handBack', {}, who)).status).toBe(202)
    await test.settled()
  }
  const read = async () => (await test.request('readVisit', { query: {} }, who)).data
  const params = async () => ({ agent, conversation: (await read()).conversation!.id })
  const set = async (response_mode: 'ai' | 'human') =>
    test.request('updateConversation', { params: await params(), body: { response_mode } }, { key })
  const giveBack = async () => {
    await test.request('giveBack', { params: await params(), body: { answers: true } }, owner)
    await test.settled()
  }
  const line = async () => (await test.request('getInboxLine', { params: await params() }, owner)).data
  const listed = async () => {
    const input = { params: { organization: owner.organizationId }, query: { view: 'unassigned' as const } }
    return (await test.request('listInbox', input, owner)).data.items.length
  }
  const told = async () =>
    (await read()).items.map((item) => ('message' in item ? item.message.content : item.event.type))
  const last = async () => (await told()).at(-1)
  const gaps = async () => {
    const { data } = await test.request('listGaps', { params: { agent }, query: {} }, owner)
    return data.map(({ count }) => count)
  }

  it('is answered when they cancel, though no credit was left as they asked', async () => {
    await writeWithoutCredits()
    expect(await line()).toMatchObject({ response_mode: 'human', last_message: { role: 'assistant' } })
    await handBack()
    expect(await last()).toContain('nine')
    expect(await line()).toMatchObject({ response_mode: 'ai', waiting_since: null })
  })

  it('is answered when a member gives back', async () => {
    await writeWithoutCredits()
    await giveBack()
    expect(await last()).toContain('nine')
    await giveBack()
    expect((await told()).filter((one) => one.includes('nine'))).toHaveLength(1)
  })

  it('is answered when many are given back', async () => {
    await writeWithoutCredits()
    const { conversation } = await params()
    const change = { response_mode: 'ai' as const, answers: true }
    const organization = { organization: owner.organizationId }
    await test.request('changeConversations', { params: organization, body: { ids: [conversation], change } }, owner)
    await test.settled()
    expect(await last()).toContain('nine')
  })

  it('is listed as not answered where the mode alone is changed, until they are answered', async () => {
    await writeWithoutCredits()
    const { waiting_since } = await line()
    await set('ai')
    await test.settled()
    expect(await line()).toMatchObject({ response_mode: 'ai', not_answered: true, waiting_since })
    expect(await listed()).toBe(1)
    await giveBack()
    expect([(await line()).not_answered, await listed()]).toEqual([false, 0])
    expect(await last()).toContain('nine')
  })

  it('is answered together with what they write next', async () => {
    await writeWithoutCredits()
    await set('ai')
    await write('Is it closed on Sundays?')
    expect(await last()).toContain('nine')
    expect(await last()).toContain('Sundays')
    expect(await line()).toMatchObject({ response_mode: 'ai', not_answered: false })
  })

  it('is answered what was taught since they took the offer', async () => {
    await write('Do you rent kayaks?')
    expect(await last()).toBe(OFFER)
    await askForPerson()
    expect([(await line()).response_mode, await gaps()]).toEqual(['human', [1]])
    await learn('We rent kayaks for ten euros an hour, at the pier.')
    await handBack()
    expect(await last()).toContain('ten euros')
    expect(await line()).toMatchObject({ response_mode: 'ai', waiting_since: null })
    expect(await gaps()).toEqual([]) // as the training has answered it
  })

  it('is offered a person again where the AI still has no answer, whatever the agent does else', async () => {
    await settings({ hand_over: 'at_once' })
    await write('Do you rent kayaks?')
    expect(await line()).toMatchObject({ response_mode: 'human' })
    await handBack()
    expect(await last()).toBe(OFFER)
    expect(await line()).toMatchObject({ response_mode: 'ai', not_answered: false })
    expect(await gaps()).toEqual([1])
    await write('Do you rent sailing boats?')
    expect(await line()).toMatchObject({ response_mode: 'human' })
  })

  it('goes to people again where a member gives back what the AI does not know, if the agent does so', async () => {
    await settings({ hand_over: 'at_once' })
    await write('Do you rent kayaks?')
    await giveBack()
    expect((await told()).slice(-3)).toEqual(['given_back', expect.stringContaining('A person'), 'handed_over'])
    expect(await line()).toMatchObject({ response_mode: 'human' })
  })

  it('is told that the AI goes on where they wrote no more than the wish for a person', async () => {
    await write(WISH)
    expect(await line()).toMatchObject({ response_mode: 'human' })
    await handBack()
    expect((await told()).slice(-2)).toEqual(['given_back', GOES_ON])
    expect(await line()).toMatchObject({ response_mode: 'ai', waiting_since: null })
    await write(WISH)
    expect(await line()).toMatchObject({ response_mode: 'human' })
    await giveBack()
    expect((await told()).slice(-2)).toEqual(['given_back', GOES_ON])
  })

  it('is answered what they asked, and not what they wished before they cancelled', async () => {
    await writeWithoutCredits()
    await write('Hello?')
    await write(WISH)
    await handBack()
    expect(await last()).toContain('nine')
    expect((await line()).response_mode).toBe('ai')
    await write(WISH)
    expect((await line()).response_mode).toBe('human')
  })

  it('is answered nothing twice: whoever presses the button after an answer has no open words', async () => {
    await write()
    await askForPerson()
    await handBack()
    expect(await last()).toBe('given_back')
    expect(await line()).toMatchObject({ response_mode: 'ai', not_answered: false })
  })

  it('is offered a person by a model of a provider too, which is given no tool to hand over then', async () => {
    await settings({ hand_over: 'at_once' })
    const row = (await selectAgent(test.deps.database.read, agent))!
    const material = await gatherMaterial(test.deps, row, historyOfQuestion('Do you rent kayaks?'), { mustOffer: true })
    expect(material).toMatchObject({ humanIntervention: false, offersPerson: true })
  })
})
