import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('the form that asks a visitor who waits for an address on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let who: { key: string }

  beforeAll(async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@shop.example', PUBLIC_URL: 'https://b.example' }
    test = await createTestApp({ database, env: { ...mail, LOG_LEVEL: 'fatal' }, worker: false })
    owner = await test.signUp()
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { plan: 'premium' } as never }, owner)
    agent = (await buildAgent(test, owner)).id
    const key = { key: await owner.key() }
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, key)
    const incoming = { type: 'http' as const }
    const mailbox = { agent_id: agent, name: 'Help', address: 'help@shop.example', incoming }
    const { id } = (await test.request('createMailbox', { params, body: mailbox }, owner)).data
    await test.request('updateAgentSettings', { params: { agent }, body: { continuity_mailbox_id: id } }, owner)
    who = { key: (await test.request('startVisit', { params: { agent }, body: { locale: 'en' } })).data.token }
  })
  afterAll(() => test.close())

  const read = async () => (await test.request('readVisit', { query: {} }, who)).data

  it('is no question to the AI, once that has the conversation again', async () => {
    await test.request('askForPerson', {}, who)
    await test.request('handBack', {}, who)
    const before = await read()
    expect(before.conversation).toMatchObject({ response_mode: 'ai', reply: null })
    const form = before.items.flatMap((item) => ('message' in item && item.message.action ? [item.message] : []))[0]!
    const { slug } = form.action!
    const quotas = test.config.planQuotas.premium
    quotas.message_credits = 0 // so that anything which takes a credit would go to people
    const body = { action: slug, result: [{ email: 'ana@example.com' }] }
    const filledIn = await test.request('fillInAction', { params: { id: form.id }, body }, who)
    expect(filledIn.status).toBe(200)
    const after = await read()
    expect(after.conversation).toMatchObject({ response_mode: 'ai', reply: null })
    expect(after.items.length).toBe(before.items.length)
    const again = await test.request('startVisit', { params: { agent }, body: { token: who.key } })
    expect(again.data.visitor.email).toBe('ana@example.com')
  })

  it('leaves a reply alone that the AI is making', async () => {
    test.config.planQuotas.premium.message_credits = 100
    who = { key: (await test.request('startVisit', { params: { agent }, body: { locale: 'en' } })).data.token }
    await test.request('askForPerson', {}, who)
    await test.request('handBack', {}, who)
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'When do you open?' } }, who)
    const { items } = await read()
    const form = items.flatMap((item) => ('message' in item && item.message.action ? [item.message] : []))[0]!
    const replies = () => test.deps.database.read.selectFrom('replies').select(['turn', 'status']).execute()
    const before = await replies()
    expect(before.map(({ status }) => status)).toEqual(['pending'])
    const body = { action: form.action!.slug, result: [{ email: 'ben@example.com' }] }
    expect((await test.request('fillInAction', { params: { id: form.id }, body }, who)).status).toBe(200)
    expect(await replies()).toEqual(before)
  })
})
