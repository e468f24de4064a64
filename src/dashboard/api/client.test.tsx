import { MutationObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createQueryClient } from '#dashboard/query-client.ts'
import { ok, page, refuse, startTestServer, streamed } from '#dashboard/testing/test-server.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { sessionEnded } from './session-state.ts'

const agent = '0199c0de-0000-7000-8000-00000000000a'
const organization = '0199c0de-0000-7000-8000-00000000000b'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should have been refused'),
    (error: unknown) => error as ApiError,
  )

describe('a public call', () => {
  it('carries the bearer token, which calls made together fetch once', async () => {
    const bearers: (string | undefined)[] = []
    const { requests } = await startTestServer({
      'GET /v1/agents/*': ({ headers }) => {
        bearers.push(headers.authorization)
        return ok({ id: agent })
      },
    })
    await Promise.all([call('getAgent', { params: { agent } }), call('getAgent', { params: { agent } })])
    expect(bearers).toEqual(['Bearer bearer', 'Bearer bearer'])
    expect(requests.filter((name) => name.endsWith('/session/token'))).toHaveLength(1)
  })

  it('fetches another token once when the server refuses the first', async () => {
    let issued = 0
    await startTestServer({
      'POST /api/v1/session/token': () => {
        issued += 1
        return ok({ token: `token ${issued}`, expires_at: new Date(Date.now() + 900_000).toISOString() }, 201)
      },
      'GET /v1/agents/*': ({ headers }) =>
        headers.authorization === 'Bearer token 2' ? ok({ id: agent }) : refuse(401, 'token_expired'),
    })
    await expect(call('getAgent', { params: { agent } })).resolves.toEqual({ id: agent })
    expect(issued).toBe(2)
  })

  it('gives up after the second refusal', async () => {
    const { requests } = await startTestServer({ 'GET /v1/agents/*': () => refuse(401, 'unauthenticated') })
    const error = await failure(call('getAgent', { params: { agent } }))
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(requests.filter((name) => name.startsWith('GET'))).toHaveLength(2)
  })

  it('renews a token that is about to end', async () => {
    let issued = 0
    await startTestServer({
      'POST /api/v1/session/token': () => {
        issued += 1
        return ok({ token: 'short', expires_at: new Date(Date.now() + 10_000).toISOString() }, 201)
      },
      'GET /v1/agents/*': () => ok({ id: agent }),
    })
    await call('getAgent', { params: { agent } })
    await call('getAgent', { params: { agent } })
    expect(issued).toBe(2)
  })
})

describe('an answer', () => {
  it('is the whole page for a list, without the request id', async () => {
    await startTestServer({ 'GET /v1/organizations/*/agents': () => page([{ id: agent }], 2, 3) })
    const list = await call('listAgents', { params: { organization }, query: { page: 2 } })
    expect(list.data).toEqual([{ id: agent }])
    expect(list.meta).toEqual({ current_page: 2, per_page: 25, total: 1, last_page: 3 })
  })

  it('is undefined for a 204', async () => {
    await startTestServer({ 'DELETE /v1/agents/*': () => ({ status: 204 }) })
    await expect(call('deleteAgent', { params: { agent } })).resolves.toBeUndefined()
  })

  it('becomes an error with code, details, request id and wait', async () => {
    const details = [{ field: 'name', message: 'is required' }]
    await startTestServer({
      'PATCH /v1/agents/*': () => refuse(422, 'validation_failed', details, { 'retry-after': '7' }),
    })
    const error = await failure(call('updateAgent', { params: { agent }, body: { name: '' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', details, retryAfter: 7 })
    expect(error.requestId).toBe('00000000-0000-4000-8000-00000000000a')
  })

  it('that is not the API’s is told apart', async () => {
    await startTestServer({ 'GET /api/v1/ai-models': () => ({ status: 503, body: '<h1>Bad gateway</h1>' }) })
    expect(await failure(call('listModels', undefined))).toMatchObject({ status: 503, code: 'unexpected_answer' })
  })

  it('that never comes is server_unreachable', async () => {
    await startTestServer({ 'GET /api/v1/ai-models': () => ({ cut: true }) })
    expect(await failure(call('listModels', undefined))).toMatchObject({ status: 0, code: 'server_unreachable' })
  })
})

describe('a body', () => {
  it('with a file goes out as a form', async () => {
    let received = { type: '', text: '' }
    await startTestServer({
      'POST /v1/agents/*/sources': ({ headers, text }) => {
        received = { type: headers['content-type'] ?? '', text }
        return ok({}, 201)
      },
    })
    const file = new File(['What we know'], 'facts.txt', { type: 'text/plain' })
    await call('createSource', { params: { agent }, body: { type: 'file', title: 'Facts', file } })
    expect(received.type).toMatch(/^multipart\/form-data; boundary=/)
    expect(received.text).toContain('filename="facts.txt"')
    expect(received.text).toContain('What we know')
    expect(received.text).toMatch(/name="type"\s+file/)
  })
})

describe('a mutation', () => {
  it('that nothing answered is repeated with the same Idempotency-Key', async () => {
    const keys: (string | string[] | undefined)[] = []
    await startTestServer({
      'POST /v1/organizations/*/agents': ({ headers }) => {
        keys.push(headers['idempotency-key'])
        return keys.length === 1 ? { cut: true } : ok({ id: agent }, 201)
      },
    })
    const observer = new MutationObserver(createQueryClient(), api.createAgent.mutationOptions())
    await observer.mutate({ params: { organization }, body: { name: 'Help desk' } })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('keeps its Idempotency-Key though its component renders again meanwhile', async () => {
    const keys: (string | string[] | undefined)[] = []
    await startTestServer({
      'POST /v1/organizations/*/agents': ({ headers }) => {
        keys.push(headers['idempotency-key'])
        observer.setOptions(api.createAgent.mutationOptions()) // what useMutation does on every render
        return keys.length === 1 ? { cut: true } : ok({ id: agent }, 201)
      },
    })
    const observer = new MutationObserver(createQueryClient(), api.createAgent.mutationOptions())
    await observer.mutate({ params: { organization }, body: { name: 'Help desk' } })
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('made again by hand is another one', async () => {
    const keys = new Set<unknown>()
    await startTestServer({
      'POST /v1/organizations/*/agents': ({ headers }) => {
        keys.add(headers['idempotency-key'])
        return ok({ id: agent }, 201)
      },
    })
    const observer = new MutationObserver(createQueryClient(), api.createAgent.mutationOptions())
    await observer.mutate({ params: { organization }, body: { name: 'Help desk' } })
    await observer.mutate({ params: { organization }, body: { name: 'Help desk' } })
    expect(keys.size).toBe(2)
  })

  it('marks stale what the contract says', async () => {
    await startTestServer({
      'POST /v1/organizations/*/agents': () => ok({ id: agent }, 201),
    })
    const client = createQueryClient()
    const mine = api.listAgents.key({ params: { organization } })
    const others = api.listAgents.key({ params: { organization: agent } })
    const unrelated = api.listModels.key({})
    for (const key of [mine, others, unrelated]) client.setQueryData(key, {})
    const observer = new MutationObserver(client, api.createAgent.mutationOptions())
    await observer.mutate({ params: { organization }, body: { name: 'Help desk' } })
    expect(client.getQueryState(mine)?.isInvalidated).toBe(true)
    expect(client.getQueryState(others)?.isInvalidated).toBe(false)
    expect(client.getQueryState(unrelated)?.isInvalidated).toBe(false)
  })
})

describe('a session that has ended', () => {
  it('holds the call until it goes on', async () => {
    let signedIn = false
    await startTestServer({
      'GET /api/v1/ai-models': () => (signedIn ? ok(['model']) : refuse(401, 'unauthenticated')),
    })
    const models = call('listModels', undefined)
    await expect.poll(() => sessionEnded.get()).toBe(true)
    signedIn = true
    sessionEnded.set(false)
    await expect(models).resolves.toEqual(['model'])
  })

  it('is not told again by a late answer to what was asked before it went on', async () => {
    const told: boolean[] = []
    let asked = 0
    await startTestServer({
      'GET /api/v1/ai-models': () => {
        asked += 1
        if (asked > 1) return ok(['model'])
        // Another request was refused sooner, and the person signs in again before this one is answered.
        sessionEnded.set(true)
        sessionEnded.set(false)
        onTestFinished(sessionEnded.subscribe(() => told.push(sessionEnded.get())))
        return refuse(401, 'unauthenticated')
      },
    })
    await expect(call('listModels', undefined)).resolves.toEqual(['model'])
    expect(told).toEqual([])
  })

  it('is not what a signed-out visitor has', async () => {
    await startTestServer({ 'GET /api/v1/session': () => refuse(401, 'unauthenticated') })
    expect(await failure(call('getSession', undefined))).toMatchObject({ code: 'unauthenticated' })
    expect(sessionEnded.get()).toBe(false)
  })
})

describe('a streamed answer', () => {
  const ask = (onEvent?: (event: { stage: string }) => void) =>
    call(
      'askPlayground',
      { params: { agent }, body: { messages: [{ role: 'visitor', content: 'Hi' }] } },
      onEvent && { onEvent },
    )
  const events = (text: string) => ({ headers: { 'content-type': 'text/event-stream' }, body: text })

  it('tells each event, and gives the last', async () => {
    const reply = { content: 'Hello.\n\nHow can I help?' }
    const stages = [{ stage: 'searching' }, { stage: 'writing' }]
    await startTestServer({ 'POST /api/v1/agents/*/playground': () => streamed(stages, reply) })
    const told: unknown[] = []
    expect(await ask((event) => told.push(event))).toEqual(reply)
    expect(told).toEqual(stages)
  })

  it('is an error where it is refused, where it fails on the way, and where it breaks off', async () => {
    const error = { code: 'internal_error', message: 'No.', details: [] }
    const failed = `event: error\ndata: ${JSON.stringify({ error, meta: { request_id: 'r' } })}\n\n`
    const answers = [refuse(423, 'agent_unavailable'), events(failed), events('event: progress\ndata: {}\n\n')]
    await startTestServer({ 'POST /api/v1/agents/*/playground': () => answers.shift()! })
    expect(await failure(ask())).toMatchObject({ status: 423, code: 'agent_unavailable' })
    expect(await failure(ask())).toMatchObject({ status: 500, code: 'internal_error', requestId: 'r' })
    expect(await failure(ask())).toMatchObject({ status: 0, code: 'server_unreachable' })
  })
})
