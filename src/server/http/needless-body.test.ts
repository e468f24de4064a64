import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgent, buildConversation } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

describe('a body that a GET or DELETE has no use for', () => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let authorization: string
  let port: number
  beforeAll(async () => {
    test = await createTestApp()
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    port = (test.app.server.address() as AddressInfo).port
    authorization = `Bearer ${await owner.key()}`
  })
  afterAll(() => test.close())

  /** The status of the answer to a request about a conversation of its own. */
  async function statusOf(method: string, body: string, framing = {}): Promise<number> {
    const { id } = await buildConversation(test, owner, agent)
    const headers = { authorization, 'content-type': 'application/json', ...framing }
    const asked = request({ port, path: `/v1/agents/${agent}/conversations/${id}`, method, headers })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    answer.resume()
    return answer.statusCode
  }

  it.each([
    ['GET', '{}', 200],
    ['DELETE', '{}', 204],
    ['DELETE', '{"a":[1]}', 204],
    ['DELETE', 'null', 204],
    ['DELETE', '', 204],
  ])('is accepted: %s with %j', async (method, body, status) => {
    expect(await statusOf(method, body, { 'content-length': body.length })).toBe(status)
    expect(await statusOf(method, body, { 'transfer-encoding': 'chunked' })).toBe(status)
  })

  it('is accepted without its length, as Node sends it', async () => {
    expect(await statusOf('GET', '{}')).toBe(200)
    expect(await statusOf('DELETE', '{}')).toBe(204)
    expect(await statusOf('POST', '{}', { 'content-length': 2 })).toBe(405)
  })
})
