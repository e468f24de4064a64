import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { hasRowLocks } from '../db/dialect.ts'
import { emit } from '../events/emit.ts'
import { pruneEvents } from '../events/read-events.ts'
import { databases } from '../testing/database.ts'
import { buildAgent, buildMember } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

interface Message {
  id?: string
  event?: string
  data?: string
  retry?: string
}

const MANY = 150 // more than are read at once
const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases())('GET /organizations/{organization}/events on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let address: string
  let time: number
  const open: AbortController[] = []

  beforeEach(async () => {
    time = Date.now()
    test = await createTestApp({ database, worker: false, now: () => time })
    owner = await test.signUp()
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    for (const controller of open.splice(0)) controller.abort()
    await test.close()
  })

  const request = (headers: Record<string, string> = {}, organization = owner.organizationId, query = '') => {
    const controller = new AbortController()
    open.push(controller)
    return fetch(`${address}/api/v1/organizations/${organization}/events${query}`, {
      headers,
      signal: controller.signal,
    })
  }

  /** Reads the stream as a browser does. `next` resolves to the next message, or to undefined at the end. */
  async function read(headers: Record<string, string> = {}, query = '') {
    const response = await request({ cookie: owner.cookie, ...headers }, owner.organizationId, query)
    expect(response.status).toBe(200)
    const messages = parse(response)
    const next = async () => (await messages.next()).value as Message | undefined
    return { response, next }
  }

  const change = (agent_id: string) =>
    test.deps.database.transaction((tx) =>
      emit(test.deps, tx, owner.organizationId, { type: 'agent.updated', agent_id }),
    )

  const markNow = async () =>
    Number((await test.request('getStart', {}, { cookie: owner.cookie })).data.event_marks[owner.organizationId])

  /**
   * Waits until a reader who begins now is told only of what is still to come. PostgreSQL's server holds that up while
   * a transaction runs in any of its databases, and other tests have theirs.
   */
  const settle = () =>
    vi.waitFor(
      async () => {
        const events = test.deps.database.read.selectFrom('events').where('organization_id', '=', owner.organizationId)
        const last = await events.select('sequence').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
        expect(await markNow()).toBe(last?.sequence ?? 0)
      },
      { timeout: 60_000 },
    )

  it('is refused to those who are signed out, to strangers, and to API keys', async () => {
    expect((await request()).status).toBe(401)
    expect((await request({ authorization: `Bearer ${await owner.key()}` })).status).toBe(401)
    const stranger = await test.signUp()
    expect((await request({ cookie: stranger.cookie })).status).toBe(403)
    expect((await request({ cookie: owner.cookie }, 'nonsense')).status).toBe(404)
  })

  it('goes on from where the events had come to when the page began', async () => {
    await change('before')
    await settle()
    const after = await markNow()
    await change('since')
    const { next } = await read({}, `?after=${after}`)
    expect(await next()).toMatchObject({ id: String(after) })
    expect(JSON.parse((await next())?.data ?? '')).toEqual({ type: 'agent.updated', agent_id: 'since' })
  })

  it('tells of each change as it happens, to its organization only', async () => {
    const { response, next } = await read()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await next()).toMatchObject({ retry: '2000', id: '0' })
    const stranger = await test.signUp()
    await test.deps.database.transaction((tx) =>
      emit(test.deps, tx, stranger.organizationId, { type: 'agent.updated', agent_id: 'theirs' }),
    )
    for (const agent of ['one', 'two', 'three']) {
      const started = performance.now()
      await change(agent)
      const message = await next()
      expect(JSON.parse(message?.data ?? '')).toEqual({ type: 'agent.updated', agent_id: agent })
      expect(performance.now() - started).toBeLessThan(15_000)
    }
  })

  it('tells how far somebody has read to themselves alone', async () => {
    const ada = await buildMember(test, owner, 'responder')
    await settle()
    const { next } = await read()
    const own = await read({ cookie: ada.cookie })
    await next()
    await own.next()
    const told = { type: 'conversation.read', user_id: ada.userId, conversation_id: 'one', read_count: 2 } as const
    await test.deps.database.transaction((tx) => emit(test.deps, tx, owner.organizationId, told))
    await change('afterwards')
    expect(JSON.parse((await own.next())?.data ?? '')).toEqual(told)
    expect(JSON.parse((await next())?.data ?? '')).toEqual({ type: 'agent.updated', agent_id: 'afterwards' })
  })

  it('goes on where the reader left off', async () => {
    const { next } = await read()
    await next()
    for (const agent of ['one', 'two', 'three']) await change(agent)
    const first = (await next())?.id
    open.pop()?.abort()
    for (let count = 0; count < 250; count += 1) await change(`later ${count}`)
    const again = await read({ 'last-event-id': first ?? '' })
    expect((await again.next())?.id).toBe(first)
    const agents: (string | undefined)[] = []
    while (agents.length < 252) {
      const event = JSON.parse((await again.next())?.data ?? '{}') as StreamEvent
      agents.push(event.agent_id)
    }
    expect(agents).toEqual(['two', 'three', ...Array.from({ length: 250 }, (_, count) => `later ${count}`)])
  })

  it('waits for nobody’s transaction, nor does what says whether a list has changed', async () => {
    const { database } = test.deps
    if (!hasRowLocks(database.read)) return // on SQLite there are no concurrent write transactions
    const key = await owner.key()
    const list = (tag?: unknown) => {
      const headers: Record<string, string> = tag ? { 'if-none-match': String(tag) } : {}
      return test.request('listAgents', { params: { organization: owner.organizationId } }, { key, headers })
    }
    const { next } = await read()
    let last = await next()
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = database.transaction(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const tags = [(await list()).headers.etag]
    for (const name of ['one', 'two']) {
      await buildAgent(test, owner, { name })
      const { status, headers } = await list(tags.at(-1))
      expect(status).toBe(200)
      tags.push(headers.etag)
      last = await next()
      expect(last?.data).toContain('agent.created')
    }
    expect((await list(tags.at(-1))).status).toBe(304)
    const again = await read({ 'last-event-id': last?.id ?? '' })
    expect((await again.next())?.id).toBe(last?.id)
    await change('seen by both')
    release.resolve()
    await holding
    for (const reader of [next, again.next]) expect((await reader())?.data).toContain('seen by both')
    await change('after')
    for (const reader of [next, again.next]) expect((await reader())?.data).toContain('after')
  })

  it('tells of everything while a transaction of somebody else goes on for long', async () => {
    const { database } = test.deps
    if (!hasRowLocks(database.read)) return // no event ever waits for another one on SQLite
    await settle()
    const { next } = await read()
    let last = await next()
    const drew = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    // It also has an event of its own, which comes before all others once it is committed.
    const holding = database.transaction(async (tx) => {
      await emit(test.deps, tx, owner.organizationId, { type: 'agent.updated', agent_id: 'late' })
      drew.resolve()
      await release.promise
    })
    await drew.promise
    const told: string[] = []
    const tell = async (from: typeof next) => {
      last = await from()
      told.push(JSON.parse(last?.data ?? '').agent_id)
    }
    const changes = Array.from({ length: MANY }, (_, at) => String(at))
    for (const agent of changes) await change(agent)
    while (told.length < MANY) await tell(next)
    expect(told).toEqual(changes)
    const again = await read({ 'last-event-id': last?.id ?? '' })
    expect((await again.next())?.id).toBe(last?.id)
    release.resolve()
    await holding
    for (const reader of [next, again.next]) await tell(reader)
    await change('after')
    for (const reader of [next, again.next]) await tell(reader)
    expect(told.slice(MANY)).toEqual(['late', 'late', 'after', 'after'])
  })

  it.each(['999999999', 'nonsense'])('says that it starts anew after %s, which it does not know', async (lastSeen) => {
    await change('before')
    await settle()
    const { next } = await read({ 'last-event-id': lastSeen })
    expect((await next())?.id).toMatch(/^\d+$/)
    expect(await next()).toEqual({ event: 'reset', data: '{}' })
    await change('after')
    expect(JSON.parse((await next())?.data ?? '')).toMatchObject({ agent_id: 'after' })
  })

  it('forgets events after seven days, and readers who saw only those start anew', async () => {
    const reader = await read()
    await reader.next()
    await change('old')
    const old = (await reader.next())?.id
    time += 8 * DAY_MS
    await change('new')
    await settle()
    await pruneEvents(test.deps)
    const { next } = await read({ 'last-event-id': old ?? '' })
    await next()
    expect(await next()).toEqual({ event: 'reset', data: '{}' })
  })

  it('ends with the session', async () => {
    const { next } = await read()
    await next()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await test.request('signOut', {}, { cookie: owner.cookie })).status).toBe(204)
    await change('unseen')
    expect(await next()).toBeUndefined()
  })

  it('ends at once for a member who is removed', async () => {
    const member = await buildMember(test, owner, 'admin')
    await settle()
    const { next } = await read({ cookie: member.cookie })
    await next()
    const params = { organization: owner.organizationId, user: member.userId }
    expect((await test.request('removeMember', { params }, { cookie: owner.cookie })).status).toBe(204)
    await change('unseen')
    expect(await next()).toBeUndefined()
    expect((await request({ cookie: member.cookie })).status).toBe(403)
  })

  it('leaves webhooks out for responders, from the moment they are that', async () => {
    const member = await buildMember(test, owner, 'admin')
    await settle()
    const { next } = await read({ cookie: member.cookie })
    await next()
    const told = async () => JSON.parse((await next())?.data ?? '').type
    const deliver = () =>
      test.deps.database.transaction((tx) => {
        const ids = { agent_id: 'agent', endpoint_id: 'endpoint', delivery_id: 'one' }
        return emit(test.deps, tx, owner.organizationId, { type: 'webhook_delivery.updated', ...ids })
      })
    await deliver()
    expect(await told()).toBe('webhook_delivery.updated')
    const params = { organization: owner.organizationId, user: member.userId }
    await test.request('updateMember', { params, body: { role: 'responder' } }, { cookie: owner.cookie })
    await deliver()
    await change('seen')
    expect([await told(), await told()]).toEqual(['member.updated', 'agent.updated'])
  })

  it('ends when the server stops, even where nobody reads', async () => {
    const { next } = await read()
    await next()
    const { port } = new URL(address) as unknown as AddressInfo
    const deaf = connect(Number(port), '127.0.0.1')
    await once(deaf, 'connect')
    deaf.pause()
    deaf.on('error', () => {})
    deaf.write(
      `GET /api/v1/organizations/${owner.organizationId}/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\n\r\n`,
    )
    for (let count = 0; count < 50; count += 1) await change('x'.repeat(100_000))
    const started = performance.now()
    await test.app.close()
    expect(performance.now() - started).toBeLessThan(15_000)
    deaf.destroy()
  })
})

/** Parses `text/event-stream` as the HTML standard says, as far as this stream needs. */
async function* parse(response: Response): AsyncGenerator<Message> {
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block
        .split('\n')
        .filter((line) => !line.startsWith(':'))
        .map((line) => line.split(/: (.*)/s).slice(0, 2))
      if (fields.length > 0) yield Object.fromEntries(fields) as Message
    }
  }
}
