import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgent } from '../testing/factories.ts'
import { keepingLog } from '../testing/log-lines.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const DEBUG = 20
const INFO = 30

describe('the log of requests', () => {
  const kept = keepingLog('trace')
  let test: TestApp
  let owner: Owner
  let agent: { id: string }
  let key: string
  beforeAll(async () => {
    test = await createTestApp({ log: kept.log, worker: false })
    owner = await test.signUp()
    agent = await buildAgent(test, owner)
    key = await owner.key()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => test.close())

  const url = () => `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
  const lines = () => kept.take().filter(({ msg }) => msg === 'request')
  async function lineOf(work: () => Promise<unknown>) {
    lines()
    await work()
    let found = lines()
    await expect.poll(() => (found = [...found, ...lines()])).toHaveLength(1)
    return found[0]!
  }

  it('has one line a request, with its id, operation, status, time and organization', async () => {
    const params = { organization: owner.organizationId }
    let id: unknown
    const line = await lineOf(async () => {
      id = (await test.request('listAgents', { params }, { key })).headers['x-request-id']
    })
    expect(line).toMatchObject({
      level: INFO,
      requestId: id,
      operation: 'listAgents',
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      organizationId: owner.organizationId,
    })
  })

  it('names the trace that the request is part of, if its header says so rightly', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const traceOf = async (traceparent: string) =>
      (await lineOf(() => fetch(`${url()}/v1/openapi.json`, { headers: { traceparent } }))).traceId
    expect(await traceOf(`00-${trace}-b7ad6b7169203331-01`)).toBe(trace)
    expect(await traceOf(`cc-${trace}-b7ad6b7169203331-01-what-comes-later`)).toBe(trace)
    for (const wrong of [
      `ff-${trace}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
      `00-${trace}-b7ad6b7169203331-01x`,
      'me@example.com',
    ])
      expect(await traceOf(wrong), wrong).toBeUndefined()
  })

  it('says what kind of caller sent it', async () => {
    const params = { organization: owner.organizationId }
    const kindOf = async (caller: object) => (await lineOf(() => test.request('listAgents', { params }, caller))).actor
    expect(await kindOf({ key })).toBe('api_key')
    expect(await kindOf({ key: 'nobody’s' })).toBe('anonymous')
    const line = await lineOf(() => test.request('listMembers', { params }, owner))
    expect(line.actor).toBe('session')
  })

  it('counts the bytes of the answer, its headers included', async () => {
    let received = 0
    const line = await lineOf(
      () =>
        new Promise<void>((done) => {
          const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1')
          socket.on('data', (chunk) => (received += chunk.length)).on('close', () => done())
          socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
        }),
    )
    expect(received).toBeGreaterThan(10_000)
    expect(line.bytes).toBe(received)
  })

  it('counts the bytes of each answer on a connection by itself', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (path: string) =>
      lineOf(
        () =>
          new Promise<void>((done) => {
            httpRequest(url() + path, { agent }, (answer) => answer.resume().on('end', done)).end()
          }),
      )
    const large = await get('/v1/openapi.json')
    const small = await get('/v1/nothing')
    expect(large.bytes).toBeGreaterThan(10_000)
    expect(small.bytes).toBeLessThan(2_000)
    agent.destroy()
  })

  it.each([
    ['getSession', 401, () => test.request('getSession', {})],
    ['getAgent', 404, () => test.request('getAgent', { params: { agent: crypto.randomUUID() } }, { key })],
    [
      'createAgent',
      422,
      () =>
        test.request('createAgent', { params: { organization: owner.organizationId }, body: { name: '' } }, { key }),
    ],
    ['unknown', 404, () => test.app.inject('/v1/nothing/at/all')],
    ['unknown', 404, () => test.app.inject('/assets/nothing.js')],
  ])('has refusals too: %s %i', async (operation, status, send) => {
    expect(await lineOf(send)).toMatchObject({ level: INFO, operation, status })
  })

  it('names the organization of what a path leads to', async () => {
    const line = await lineOf(() => test.request('getAgent', { params: { agent: agent.id } }, { key }))
    expect(line).toMatchObject({ operation: 'getAgent', organizationId: owner.organizationId })
    const own = await lineOf(() => test.request('listGaps', { params: { agent: agent.id } }, owner))
    expect(own).toMatchObject({ organizationId: owner.organizationId })
  })

  it('writes what tells nothing at debug: unchanged polls, empty ones, health checks and files', async () => {
    const params = { agent: agent.id }
    const { headers } = await test.request('getAgent', { params }, { key })
    const again = { key, headers: { 'if-none-match': String(headers.etag) } }
    expect(await lineOf(() => test.request('getAgent', { params }, again))).toMatchObject({ level: DEBUG, status: 304 })
    const conversation = (await test.request('createConversation', { params, body: {} }, { key })).data.id
    const poll = { params: { ...params, conversation }, query: { page: 2 } }
    expect(await lineOf(() => test.request('listMessages', poll, { key }))).toMatchObject({ level: DEBUG, status: 200 })
    await test.request('sendMessage', { params: poll.params, body: { content: 'Hello' } }, { key })
    const news = { params: poll.params }
    expect(await lineOf(() => test.request('listMessages', news, { key }))).toMatchObject({ level: INFO })
    for (const path of ['/healthz', '/docs'])
      expect(await lineOf(() => test.app.inject(path)), path).toMatchObject({ level: DEBUG, status: 200 })
  })

  it('has a stream when it ends, and not before', async () => {
    lines()
    const { cookie } = owner
    const stream = httpRequest(`${url()}/api/v1/organizations/${owner.organizationId}/events`, { headers: { cookie } })
    await new Promise((done) => stream.on('response', (answer) => answer.once('data', done)).end())
    await test.app.inject('/healthz')
    expect(lines().map(({ operation }) => operation)).toEqual(['checkHealth'])
    const line = await lineOf(async () => stream.destroy())
    expect(line).toMatchObject({ operation: 'streamEvents', status: 200, organizationId: owner.organizationId })
  })

  it('has requests that could not be read, with the id of their answer', async () => {
    let answer = ''
    const line = await lineOf(
      () =>
        new Promise<void>((done) => {
          const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1')
          socket.on('data', (chunk) => (answer += chunk)).on('close', () => done())
          socket.write('NOT HTTP\r\n\r\n')
        }),
    )
    expect(line).toMatchObject({ level: INFO, operation: 'unreadable', status: 400 })
    expect(answer).toContain(String(line.requestId))
  })

  it('holds nothing that was sent: no key, cookie, password, name, content, query, path or header', async () => {
    const secret = 'Sesame-4711'
    const params = { agent: agent.id }
    await test.request('signIn', { body: { email: `${secret}@example.com`, password: secret } })
    await test.request('createSource', { params, body: { type: 'text', content: secret } }, { key })
    await test.request('createSource', { params, body: { type: secret } } as never, { key })
    await test.request('getAgent', { params: { agent: secret } }, { key, headers: { 'user-agent': secret } })
    await test.app.inject({ url: `/v1/${secret}?token=${secret}`, headers: { authorization: `Bearer ${secret}` } })
    await test.app.inject({ url: `/${secret}.html`, headers: { referer: secret, cookie: `baton_session=${secret}` } })
    await test.app.inject({
      method: 'POST',
      url: '/api/v1/session',
      payload: `{"${secret}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(kept.text()).not.toContain(secret)
    expect(kept.text()).not.toContain(key)
    expect(kept.text()).not.toContain(owner.cookie.split('=')[1])
  })
})

it('tells the version where it says that the process runs', async () => {
  const test = await createTestApp({ worker: false })
  const answer = await test.app.inject('/healthz')
  expect(answer.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  await test.close()
})
