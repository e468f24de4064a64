import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const CONVERSATIONS = 200
const AT_ONCE = 10

describe.each(databases())('a takeover at any moment on $name', (database) => {
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' } })
    owner = await test.signUp()
  })
  afterAll(() => test.close())

  it(`leaves no AI message after a person's in ${CONVERSATIONS} conversations`, async () => {
    const agent = await buildAgent(test, owner)
    await buildTextSource(test, owner, agent.id, 'The shop opens at nine and closes at six. It is closed on Sundays.')
    const key = await owner.key()
    const before = { ai: 0, person: 0 }
    // The longest delay of the person's message in milliseconds. It adapts to the machine so that person and AI answer
    // at about the same time.
    let latest = 50

    const race = async () => {
      const { id } = await buildConversation(test, owner, agent.id)
      const params = { agent: agent.id, conversation: id }
      await test.request('sendMessage', { params, body: { content: 'When does the shop open?' } }, { key })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * latest))
      await test.request('sendHumanMessage', { params, body: { content: 'A person here.' } }, { key })
      const { data } = await test.request('listMessages', { params }, { key })
      latest *= data.length > 3 ? 0.9 : 1.1
      return params
    }
    const raced = []
    for (let done = 0; done < CONVERSATIONS; done += AT_ONCE)
      raced.push(...(await Promise.all(Array.from({ length: AT_ONCE }, race))))
    await test.settled()

    for (const params of raced) {
      const { data } = await test.request('listMessages', { params }, { key })
      const roles = data.map((message) => message.role)
      const person = roles.indexOf('human')
      expect(roles.slice(person)).toEqual(['human'])
      before[roles.slice(1, person).includes('assistant') ? 'ai' : 'person'] += 1
      expect(roles.filter((role) => role === 'assistant').length).toBeLessThanOrEqual(2)
    }
    console.log(
      `${database.name}: the AI was first in ${before.ai}, the person in ${before.person} of ${CONVERSATIONS}`,
    )
    // Both orders must have occurred; otherwise there was no race.
    expect(before.ai).toBeGreaterThan(0)
    expect(before.person).toBeGreaterThan(0)
  })
})
