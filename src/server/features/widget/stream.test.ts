import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { visitorStream } from '#contract/widget.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { followVisit } from './follow-visit.ts'

interface Told {
  type: keyof typeof visitorStream
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: it is parsed by the contract when it comes
  data: any
}

describe.each(databases())('GET /events of a visitor on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let address: string
  const open: AbortController[] = []

  beforeAll(async () => {
    test = await createTestApp({ database, env: { TRUST_PROXY: '127.0.0.1' }, worker: false })
    owner = await test.signUp()
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    for (const controller of open.splice(0)) controller.abort()
  })
  afterAll(() => test.close())

  let people = 0
  async function visitor(agent: string) {
    people += 1
    const headers = { 'x-forwarded-for': `10.2.0.${people}` }
    const { data } = await test.request('startVisit', { params: { agent }, body: {} }, { headers })
    return { key: data.token, headers }
  }
  type Visitor = Awaited<ReturnType<typeof visitor>>
  const write = (who: Visitor, content: string) =>
    test.request('writeMessage', { body: { id: randomUUID(), content } }, who)
  const agentOf = async () => (await buildAgent(test, owner)).id
  const answer = (agent: string, conversation: string, content: string) =>
    test.request(
      'replyToVisitor',
      { params: { agent, conversation }, body: { content, seen_position: '0.0', force: true } },
      { cookie: owner.cookie },
    )

  async function connect(who: Visitor, headers: Record<string, string> = {}) {
    const controller = new AbortController()
    open.push(controller)
    const response = await fetch(`${address}/widget/v1/events`, {
      headers: { authorization: `Bearer ${who.key}`, ...who.headers, ...headers },
      signal: controller.signal,
    })
    if (!response.ok) await response.text() // else its connection would stay open, and closing the server wait for it
    return response
  }

  /** Follows the visitor's conversation. `until` answers all events up to the first one that is wanted. */
  async function follow(who: Visitor, lastSeen?: string) {
    const response = await connect(who, lastSeen === undefined ? {} : { 'last-event-id': lastSeen })
    expect(response.status).toBe(200)
    const events = parse(response)
    return {
      async until(isWanted: (told: Told) => boolean): Promise<Told[]> {
        const all: Told[] = []
        for (;;) {
          const { value, done } = await events.next()
          if (done) throw new Error(`The stream ended after ${JSON.stringify(all)}`)
          all.push(value)
          if (isWanted(value)) return all
        }
      },
      async rest(): Promise<Told[]> {
        const all: Told[] = []
        for await (const told of events) all.push(told)
        return all
      },
    }
  }
  const says = (content: string) => (told: Told) => told.type === 'message' && told.data.message.content === content
  const contents = (told: Told[]) =>
    told.filter(({ type }) => type === 'message').map(({ data }) => data.message.content as string)

  it('tells what is said and done in order, and goes on where it was cut', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    const stream = await follow(ana)
    expect(await stream.until(() => true)).toMatchObject([
      { type: 'updated', data: { conversation: null, item: null } },
    ])
    await write(ana, 'Hello')
    const first = await stream.until(says('Hello'))
    expect(first[0]).toMatchObject({ type: 'updated', data: { conversation: { status: 'open' } } })
    const conversation = first.at(-1)!.id!.split('/')[0]!
    await answer(agent, conversation, 'I am here')
    const second = await stream.until(says('I am here'))
    const joined = second.find(({ data }) => data.item?.event.type === 'handed_over')
    expect(joined?.data).toMatchObject({ conversation: { response_mode: 'human' } })
    expect(second.at(-1)?.data.message.author).toEqual({ name: 'Owner', initials: expect.any(String) as string })
    await write(ana, 'Thanks')
    await answer(agent, conversation, 'Welcome')
    await stream.until(says('Welcome'))

    const again = await follow(ana, first.at(-1)!.id)
    expect(contents(await again.until(says('Welcome')))).toEqual(['I am here', 'Thanks', 'Welcome'])
    const fresh = await follow(ana, `${randomUUID()}/1.0`)
    await fresh.until(({ type }) => type === 'updated')
    await write(ana, 'One more')
    expect(contents(await fresh.until(says('One more')))).toEqual(['One more'])
  })

  it('tells a visitor nothing of another one, and nobody’s notes', async () => {
    const agent = await agentOf()
    const [ana, ben] = [await visitor(agent), await visitor(agent)]
    const stream = await follow(ana)
    await stream.until(() => true)
    await write(ben, 'My secret')
    await write(ana, 'Mine')
    const told = await stream.until(says('Mine'))
    const conversation = told.at(-1)!.id!.split('/')[0]!
    const place = { agent, conversation }
    const note = await test.request(
      'createNote',
      { params: place, body: { content: 'A note' } },
      { cookie: owner.cookie },
    )
    expect(note.status).toBe(201)
    await answer(agent, conversation, 'Done')
    const rest = JSON.stringify([...told, ...(await stream.until(says('Done')))])
    expect(rest).not.toMatch(/My secret|A note/)
    expect(rest).not.toContain(owner.userId)
  })

  it('tells while a member writes a reply, by their first name, and of no note', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    await write(ana, 'Anybody there?')
    const { conversation } = (await test.request('readVisit', { query: {} }, ana)).data
    const stream = await follow(ana)
    await stream.until(({ type }) => type === 'updated')
    const member = await buildMember(test, owner, 'responder')
    const params = { organization: owner.organizationId }
    const body = { conversation_id: conversation!.id, is_writing: true }
    await test.request('tellPresence', { params, body: { ...body, is_note: true } }, { cookie: owner.cookie })
    await answer(agent, conversation!.id, 'Done')
    expect((await stream.until(says('Done'))).filter(({ type }) => type === 'typing')).toEqual([])
    await test.request('tellPresence', { params, body }, { cookie: member.cookie })
    const told = (await stream.until(({ type }) => type === 'typing')).at(-1)
    expect(told?.id).toBeUndefined()
    expect(told?.data.who.name).not.toContain(' ')
    expect(JSON.stringify(told)).not.toContain(member.userId)
  })

  it('tells the team while the visitor writes, until the conversation is closed', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    const typing = async () => (await test.request('tellTyping', {}, ana)).status
    expect(await typing()).toBe(204) // nobody is told, as there is no conversation yet
    await write(ana, 'Hello')
    const { conversation } = (await test.request('readVisit', { query: {} }, ana)).data
    const controller = new AbortController()
    open.push(controller)
    const response = await fetch(`${address}/api/v1/organizations/${owner.organizationId}/events`, {
      headers: { cookie: owner.cookie },
      signal: controller.signal,
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('retry')) text += (await reader.read()).value ?? ''
    const params = { agent, conversation: conversation!.id }
    const set = async (status: 'open' | 'closed') => {
      const answer = await test.request('updateConversation', { params, body: { status } }, { key: await owner.key() })
      expect(answer.status).toBe(200)
    }
    await set('closed')
    expect(await typing()).toBe(204)
    await set('open')
    expect(await typing()).toBe(204)
    const typings = () => text.split('\n\n').filter((block) => block.includes('visitor.typing'))
    while (typings().length === 0) text += (await reader.read()).value ?? ''
    const data = { type: 'visitor.typing', agent_id: agent, conversation_id: conversation!.id }
    expect(typings()).toEqual([`data: ${JSON.stringify(data)}`])
  })

  it('tells the visitor’s other tabs how far they have read, and nothing else of that', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    await write(ana, 'Hello')
    const stream = await follow(ana)
    await stream.until(({ type }) => type === 'updated')
    await test.request('markRead', { body: { position: '2.0' } }, ana)
    expect((await stream.until(({ type }) => type === 'read')).slice(-1)).toEqual([
      { type: 'read', id: undefined, data: { position: '2.0' } },
    ])
    await test.request('tellTyping', {}, { key: 'x'.repeat(43) }).then(({ status }) => expect(status).toBe(401))
  })

  it('ends with the token', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    const stream = await follow(ana)
    await stream.until(() => true)
    const { visitor_id } = await test.deps.database.read
      .selectFrom('visitor_sessions')
      .select('visitor_id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    await test.deps.database.transaction(async (tx) => {
      await tx.deleteFrom('visitor_sessions').where('visitor_id', '=', visitor_id).execute()
      await test.deps.notifications.notify(tx, `visitor:${visitor_id}`, 'changed')
    })
    expect(await stream.rest()).toEqual([])
  })

  it('ends with the agent, and is not found afterwards', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    const stream = await follow(ana)
    await write(ana, 'Hello')
    await stream.until(({ type }) => type === 'message')
    await test.request('deleteAgent', { params: { agent } }, { key: await owner.key() })
    const { visitor_id } = await test.deps.database.read
      .selectFrom('visitors')
      .select('id as visitor_id')
      .where('agent_id', '=', agent)
      .executeTakeFirstOrThrow()
    await test.deps.database.transaction((tx) => test.deps.notifications.notify(tx, `visitor:${visitor_id}`, 'changed'))
    await stream.rest()
    expect((await connect(ana)).status).toBe(404)
  })

  it('looks at the token when there is something to tell, and else at one in fifteen heartbeats', async () => {
    await visitor(await agentOf())
    const { visitor_id: visitorId } = await test.deps.database.read
      .selectFrom('visitor_sessions')
      .select('visitor_id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const controller = new AbortController()
    open.push(controller)
    let beat = () => {}
    let looks = 0
    let isGood = true
    const stream = followVisit(test.deps, {
      visitorId,
      lastSeen: undefined,
      end: controller.signal,
      isBehind: () => false,
      onHeartbeat(wanted) {
        beat = wanted
        return () => {}
      },
      async isStillGood() {
        looks += 1
        return isGood
      },
    })
    const beats = async () => {
      const next = stream.next()
      beat()
      return (await next).value
    }
    // Counts from the sixth on, and other streams from others, so that those which begin together do not look together.
    const random = vi.spyOn(Math, 'random').mockReturnValue(6 / 15)
    for (let told = await stream.next(); !told.value?.includes('updated'); ) told = await stream.next()
    random.mockRestore()
    expect(await beats()).toBe(':\n\n') // after it nothing of the beginning is left to be told
    looks = 0
    for (let count = 2; count < 9; count += 1) expect(await beats()).toBe(':\n\n')
    expect(looks).toBe(0)
    for (let count = 9; count < 24; count += 1) expect(await beats()).toBe(':\n\n')
    expect(looks).toBe(1)
    isGood = false
    expect(await beats()).toBeUndefined()
    expect(looks).toBe(2)
  })

  it('is refused without a token, for another page, and to the 21st of one address', async () => {
    const agent = await agentOf()
    const ana = await visitor(agent)
    expect((await connect({ ...ana, key: 'x'.repeat(43) })).status).toBe(401)
    expect((await connect(ana, { origin: 'https://elsewhere.example' })).status).toBe(403)
    const streams: Response[] = [] // which would be closed once nothing refers to them
    while (streams.length < 20) streams.push(await connect(ana))
    const refused = await connect(ana)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    for (const controller of open.splice(0)) controller.abort()
    await expect.poll(async () => (await connect(ana)).status).toBe(200)
  })
})

/** Reads events as they come, and checks each against the contract. */
async function* parse(response: Response): AsyncGenerator<Told, undefined> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
      if (fields.data === undefined) continue
      const schema: z.ZodType = visitorStream[fields.event as keyof typeof visitorStream]
      const data = JSON.parse(fields.data)
      expect(schema.parse(data)).toEqual(data)
      yield { type: fields.event, id: fields.id, data }
    }
  }
  return undefined
}
