import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { type AnyClient, connectModel, connectModelOf2025, ME, use } from '../../testing/model-clients.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { tools } from './tools.ts'

const HOURS = 'The shop opens at nine and closes at six. It is closed on Sundays.'
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const CALL = (name: string, given: object = {}) => ({
  ...LIST,
  method: 'tools/call',
  params: { name, arguments: given },
})
const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057'

describe.each(databases())('tools for programs on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let source: string
  let address: URL

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: '{"read":1000,"write":1000,"polling":1000}' } })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    source = (await buildTextSource(test, owner, agent, HOURS)).id
    address = new URL('/mcp', await test.app.listen({ port: 0, host: '127.0.0.1' }))
  })
  afterAll(() => test.close())

  const connect = (token = key, mode?: 'auto' | 'legacy') => connectModel(address, token, mode)
  const connectOf2025 = () => connectModelOf2025(address, key)

  async function refusal(client: AnyClient, name: string, given: Record<string, unknown>) {
    const made = (await client.callTool({ name, arguments: given })) as {
      isError: boolean
      content: { text: string }[]
    }
    expect(made.isError).toBe(true)
    return JSON.parse(made.content[0]!.text).error.code as string
  }

  it.each([
    ['of 2026', () => connect()],
    ['of 2025, by the newer library', () => connect(key, 'legacy')],
    ['of 2025', () => connectOf2025()],
  ])('serve a client %s through a whole conversation', async (_, connecting) => {
    const client = await connecting()
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(tools))

    expect((await use(client, 'list_agents', {})).agents).toMatchObject([{ id: agent }])
    const found = await use(client, 'search_sources', { agent_id: agent, question: 'When does the shop open?' })
    expect(found.untrusted.passages[0]).toMatchObject({ source_id: source, text: HOURS })

    const first = await use(client, 'ask_agent', { agent_id: agent, message: 'When does the shop open?' })
    expect(first.outcome).toBe('answered')
    expect(first.untrusted.content).toContain('opens at nine')
    expect(first.untrusted.citations).toMatchObject([{ source_id: source }])
    const of = { agent_id: agent, conversation_id: first.conversation_id }
    const second = await use(client, 'ask_agent', { ...of, message: 'And on Sundays?' })
    expect(second.conversation_id).toBe(first.conversation_id)

    const { untrusted } = await use(client, 'list_conversations', { agent_id: agent, status: 'open' })
    expect(untrusted.conversations[0].id).toBe(first.conversation_id)
    await use(client, 'reply_as_human', { ...of, content: 'I am Robin, a person.' })
    const read = await use(client, 'read_conversation', of)
    expect([read.response_mode, read.total, read.untrusted.messages.at(-1)]).toMatchObject([
      'human',
      6,
      { role: 'human', content: 'I am Robin, a person.' },
    ])
    expect(await use(client, 'ask_agent', { ...of, message: 'Thanks!' })).toMatchObject({ outcome: 'human' })
    expect(await use(client, 'set_conversation', { ...of, status: 'closed' })).toMatchObject({ status: 'closed' })
    expect(await refusal(client, 'ask_agent', { ...of, message: 'Still there?' })).toBe('conversation_closed')
    await client.close()
  })

  it('teach an agent, and make it forget', async () => {
    const client = await connect()
    const added = await use(client, 'add_source', {
      agent_id: agent,
      source: { type: 'qa', questions: [{ question: 'Do you ship abroad?', answer: 'We ship to Norway.' }] },
    })
    const [made] = added.untrusted.sources
    await expect
      .poll(async () => (await use(client, 'get_job', { agent_id: agent, task_id: made.task_id })).status)
      .toBe('completed')
    const listed = await use(client, 'list_sources', { agent_id: agent, type: 'qa' })
    expect([listed.total, listed.untrusted.sources[0].id]).toEqual([1, made.id])
    const uri = `baton://agents/${agent}/sources/${made.id}`
    const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] }
    expect(JSON.parse(contents[0]!.text).untrusted.questions).toMatchObject([{ answer: 'We ship to Norway.' }])
    expect(await use(client, 'delete_source', { agent_id: agent, source_id: made.id })).toEqual({ deleted: true })
    expect((await use(client, 'list_sources', { agent_id: agent, type: 'qa' })).total).toBe(0)
    await client.close()
  })

  it('show a key only what its scopes allow', async () => {
    const reading = await connect(await owner.key(['conversation:read']))
    const { tools: listed } = await reading.listTools()
    expect(listed.map(({ name }) => name)).toEqual(['list_conversations', 'read_conversation'])
    await expect(reading.callTool({ name: 'list_agents', arguments: {} })).rejects.toThrow()
    await expect(reading.readResource({ uri: `baton://agents/${agent}` })).rejects.toThrow()
    const { id } = await buildConversation(test, owner, agent)
    expect(await refusal(reading, 'read_conversation', { agent_id: agent, conversation_id: NOWHERE })).toBe(
      'resource_not_found',
    )
    expect(await use(reading, 'read_conversation', { agent_id: agent, conversation_id: id })).toMatchObject({
      total: 1,
    })
    const asking = await connect(await owner.key(['conversation:create']))
    expect((await asking.listTools()).tools).toEqual([])
  })

  it("show nothing of another organization's", async () => {
    const other = await test.signUp()
    const client = await connect(await other.key())
    expect((await use(client, 'list_agents', {})).agents).toEqual([])
    const of = { agent_id: agent, conversation_id: (await buildConversation(test, owner, agent)).id }
    for (const [name, given] of Object.entries({
      ask_agent: { agent_id: agent, message: 'Hello' },
      search_sources: { agent_id: agent, question: 'Hello' },
      list_conversations: { agent_id: agent },
      read_conversation: of,
      reply_as_human: { ...of, content: 'Hello' },
      set_conversation: { ...of, status: 'closed' },
      add_source: { agent_id: agent, source: { type: 'text', content: 'Hello' } },
      list_sources: { agent_id: agent },
      delete_source: { agent_id: agent, source_id: source },
      get_job: { agent_id: agent, task_id: 'any' },
    }))
      expect(['forbidden', 'resource_not_found'], name).toContain(await refusal(client, name, given))
    await expect(client.readResource({ uri: `baton://agents/${agent}/sources/${source}` })).rejects.toThrow()
  })

  it('need a key, by the header that says so', async () => {
    const answer = await post({}, {})
    expect([answer.status, answer.headers['www-authenticate'], answer.body]).toEqual([
      401,
      'Bearer',
      { message: 'Unauthenticated.' },
    ])
    expect((await post({ authorization: 'Bearer wrong' }, {})).status).toBe(401)
  })

  it('answer plain HTTP of each revision, and nothing but POST', async () => {
    const ofAll = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const answer = await post({ ...ofAll, 'mcp-protocol-version': version }, list)
      expect([answer.status, toolsIn(answer.text)], version).toEqual([200, Object.keys(tools).length])
    }
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': ME,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { ...ofAll, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const answer = await post(headers, { ...list, params: { _meta: meta } })
    expect([answer.status, toolsIn(answer.text), answer.body?.result.cacheScope]).toEqual([
      200,
      Object.keys(tools).length,
      'private',
    ])
    for (const method of ['GET', 'DELETE']) expect((await fetch(address, { method, headers: ofAll })).status).toBe(405)
    expect((await post(ofAll, 'no JSON')).status).toBe(400)
  })

  it.each([
    ['no JSON at all', '', 400],
    ['null', null, 400],
    ['a word', '"tools/list"', 400],
    ['an empty batch', [], 400],
    ['a batch within a batch', [[LIST]], 400],
    ['what is no message', { hello: 'there' }, 400],
    ['a version of nobody', { ...LIST, jsonrpc: '1.0' }, 400],
    ['a name that every object has', CALL('constructor'), 200],
    ['a prototype', CALL('__proto__'), 200],
    ['a tool without a name', { ...LIST, method: 'tools/call', params: {} }, 200],
    ['parameters that are none', { ...LIST, method: 'tools/call', params: 'list_agents' }, 400],
    ['a method that there is not', { ...LIST, method: 'tools/delete' }, 200],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
    ['an answer to nothing', { jsonrpc: '2.0', id: 7, result: {} }, 202],
    ['more than is read', CALL('list_agents', { hello: 'x'.repeat(1_100_000) }), 413],
  ])('answer %s as a fault of the request, if at all', async (_, body, status) => {
    const ofAll = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    const answer = await post({ ...ofAll, 'mcp-protocol-version': '2025-06-18' }, body)
    expect([answer.status, answer.text]).toEqual([status, expect.not.stringContaining('internal_error')])
  })

  it('answer each message of a batch, and refuse a version that nobody knows', async () => {
    const ofAll = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    const batch = [LIST, { ...LIST, id: 2 }]
    const answer = await post({ ...ofAll, 'mcp-protocol-version': '2025-03-26' }, batch)
    expect([answer.status, answer.text.match(/"list_agents"/g)]).toEqual([200, ['"list_agents"', '"list_agents"']])
    expect((await post({ ...ofAll, 'mcp-protocol-version': '1999-01-01' }, LIST)).status).toBe(400)
  })

  it('do not mind a Host of which no address can be made', async () => {
    const ofAll = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    for (const host of ['999.999.999.999', 'localhost:99999', '[::1:::]', 'a b'])
      expect([host, (await post({ ...ofAll, host }, LIST)).status]).toEqual([host, 200])
  })

  it('are refused to pages of other origins, and by names that are not known', async () => {
    const ofAll = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    expect((await post({ ...ofAll, origin: 'https://evil.example' }, list)).status).toBe(403)
    expect((await post({ ...ofAll, host: 'evil.example' }, list)).status).toBe(403)
    expect((await post({ ...ofAll, origin: address.origin }, list)).status).toBe(200)
  })

  it("count in the rate classes of the operations' endpoints", async () => {
    const strict = await createTestApp({ database, env: { RATE_LIMITS: '{"read":2,"write":1}' } })
    const { id, of } = await strict.signUp().then(async (their) => ({
      id: (await buildAgent(strict, their)).id,
      of: { authorization: `Bearer ${await their.key()}`, accept: 'application/json, text/event-stream' },
    }))
    const at = new URL('/mcp', await strict.app.listen({ port: 0, host: '127.0.0.1' }))
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const params = { name: 'ask_agent', arguments: { agent_id: id, message: 'Hello' } }
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const statuses = []
    for (const body of [list, list, list, [], asked, asked]) statuses.push((await post(of, body, at)).status)
    expect(statuses).toEqual([200, 200, 429, 429, 200, 429])
    await strict.close()
  })

  /** Node's own client, as `fetch` does not let a `Host` be set. */
  function post(headers: Record<string, string>, body: unknown, to = address) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    // biome-ignore lint/suspicious/noExplicitAny: what the body of an answer holds is what tests are about
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string; body: any }>(
      (done, failed) => {
        const sent = httpRequest(to, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
        sent.on('error', failed).on('response', async (response) => {
          let answer = ''
          for await (const part of response) answer += part
          const isJson = String(response.headers['content-type']).includes('json')
          done({
            status: response.statusCode!,
            headers: response.headers,
            text: answer,
            body: isJson ? JSON.parse(answer) : undefined,
          })
        })
        sent.end(text)
      },
    )
  }

  /** The number of tools in an answer, which may be JSON or an event. */
  const toolsIn = (text: string): number => JSON.parse(text.slice(text.indexOf('{'))).result.tools.length
})
