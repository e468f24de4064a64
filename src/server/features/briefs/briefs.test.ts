import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('the brief of a thread on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string

  beforeAll(async () => {
    test = await createTestApp({ database })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, { key })
    await buildTextSource(test, owner, agent, 'A ticket costs 12 euros for adults.')
    await buildAction(test, owner, agent)
  })
  afterAll(() => test.close())

  async function begin() {
    const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
    return {
      params,
      brief: async () => (await test.request('listThread', { params }, owner)).data.brief,
      say: async (content: string) => {
        await test.request('sendMessage', { params, body: { content } }, { key })
        await test.settled()
      },
      set: (body: { response_mode: 'ai' | 'human' }) => test.request('updateConversation', { params, body }, { key }),
    }
  }

  it('tells whoever is called what was asked, answered, filled in and is lacking; nobody before', async () => {
    const { params, brief, say, set } = await begin()
    await say('How much does a ticket cost?')
    await say('I want to leave my contact details')
    const { data: messages } = await test.request('listMessages', { params }, { key })
    const form = messages.find(({ action }) => action !== null)!
    const body = { action: 'collect-lead', result: [{ name: 'Ana', email: 'ana@example.com' }] }
    const filled = await test.request('submitActionResult', { params: { ...params, message: form.id }, body }, { key })
    expect(filled.status).toBe(200)
    await test.settled()
    expect(await brief()).toBeNull()
    await say('What is the airspeed velocity of an unladen swallow?')

    const called = await brief()
    expect(called?.asked.map(({ content }) => content)).toEqual([
      'What is the airspeed velocity of an unladen swallow?',
      'I want to leave my contact details',
      'How much does a ticket cost?',
    ])
    expect(called?.answered).toEqual([{ position: '3.0', sources: [expect.stringContaining('ticket')] }])
    expect(called?.lacking).toEqual(['What is the airspeed velocity of an unladen swallow?'])
    expect(called?.forms).toEqual([
      {
        name: 'Leave your details',
        fields: [
          { label: 'Your name', value: 'Ana' },
          { label: 'Your e-mail', value: 'ana@example.com' },
        ],
      },
    ])
    await set({ response_mode: 'ai' })
    expect(await brief()).toBeNull()
  })

  it('says no longer that the sources lack what they were taught', async () => {
    const { brief, say } = await begin()
    await say('Is there a cloakroom for suitcases?')
    expect((await brief())?.lacking).toEqual(['Is there a cloakroom for suitcases?'])
    const { data } = await test.request('listGaps', { params: { agent } }, owner)
    const gap = data.find(({ question }) => question.includes('cloakroom'))!
    await test.request('updateGap', { params: { agent, gap: gap.id }, body: { state: 'dismissed' } }, owner)
    expect((await brief())?.lacking).toEqual([])
  })

  it('is read by members of the organization alone', async () => {
    const { params, say } = await begin()
    await say('Is there a garden?')
    const stranger = await test.signUp()
    expect((await test.request('listThread', { params }, stranger)).status).toBe(403)
  })
})
