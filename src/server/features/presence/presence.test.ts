import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { createPresence, isNews, PRESENCE_TOPIC, type PresenceEvent } from '../../events/presence.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const event = (more: Partial<PresenceEvent> = {}): PresenceEvent => ({
  type: 'presence',
  agent_id: 'agent',
  conversation_id: 'one',
  user_id: 'ada',
  user_name: 'Ada',
  is_writing: false,
  ...more,
})

describe('who is told of', () => {
  it('is told of every 10 seconds, and at once on beginning to write', () => {
    const last = { event: event(), at: 0 }
    expect(isNews(last, event(), 9_999)).toBe(false)
    expect(isNews(last, event(), 10_000)).toBe(true)
    expect(isNews(last, event({ conversation_id: 'two' }), 5_000)).toBe(false)
    expect(isNews(last, event({ is_writing: true }), 1)).toBe(true)
    const writing = { event: event({ is_writing: true }), at: 0 }
    expect(isNews(writing, event({ is_writing: true }), 9_999)).toBe(false)
    expect(isNews(writing, event(), 9_999)).toBe(false)
    expect(isNews(writing, event({ is_writing: true, conversation_id: 'two' }), 1)).toBe(true)
  })
})

describe.each(databases())('POST /organizations/{organization}/presence on $name', (database) => {
  let test: TestApp
  let clock = Date.now()
  let owner: Owner
  let responder: Owner
  let agent: string
  const conversations: string[] = []
  const open: AbortController[] = []

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, now: () => clock })
    owner = await test.signUp()
    responder = await buildMember(test, owner, 'responder')
    agent = (await buildAgent(test, owner)).id
    for (const chat_user_id of ['ana', 'ben'])
      conversations.push((await buildConversation(test, owner, agent, { chat_user_id })).id)
  })
  afterAll(async () => {
    for (const controller of open) controller.abort()
    await test.close()
  })

  const tell = (caller: Owner, conversation_id: string, is_writing = false) =>
    test.request(
      'tellPresence',
      { params: { organization: owner.organizationId }, body: { conversation_id, is_writing } },
      { cookie: caller.cookie },
    )
  const person = ({ userId }: Owner, is_writing: boolean) =>
    expect.objectContaining({ user_id: userId, is_writing }) as unknown

  it('answers who else has the conversation open, until 25 seconds after their last word', async () => {
    const [one = '', two = ''] = conversations
    expect((await tell(owner, one)).data).toEqual([])
    expect((await tell(responder, one, true)).data).toEqual([person(owner, false)])
    expect((await tell(owner, one)).data).toEqual([person(responder, true)])
    clock += 20_000
    expect((await tell(owner, one)).data).toEqual([person(responder, true)])
    clock += 5_000
    expect((await tell(owner, one)).data).toEqual([])
    clock += 10_000
    await tell(owner, two)
    expect((await tell(responder, one)).data).toEqual([])
    clock += 60_000
  })

  it('keeps what somebody has open now, when an older notification arrives late', async () => {
    const [one = '', two = ''] = conversations
    const heard: string[] = []
    const unsubscribe = test.deps.notifications.subscribe(PRESENCE_TOPIC, (text) => {
      if (text !== null) heard.push(text)
    })
    const toldAt = (time: number) => heard.filter((text) => text.split(' ')[1] === String(time))
    const before = clock
    await tell(owner, one)
    await expect.poll(() => toldAt(before).length).toBe(1)
    clock += 15_000
    await tell(owner, two)
    await expect.poll(() => toldAt(clock).length).toBe(1)
    const [late = ''] = toldAt(before)
    await test.deps.database.transaction((tx) => test.deps.notifications.notify(tx, PRESENCE_TOPIC, late))
    await expect.poll(() => toldAt(before).length).toBe(2)
    unsubscribe()
    expect((await tell(responder, one)).data).toEqual([])
    expect((await tell(responder, two)).data).toEqual([person(owner, false)])
    clock += 60_000
  })

  it('takes a notification of what it knows already for no sign of life, however late it arrives', async () => {
    const [one = ''] = conversations
    const heard: string[] = []
    const unsubscribe = test.deps.notifications.subscribe(PRESENCE_TOPIC, (text) => {
      if (text !== null) heard.push(text)
    })
    const told = clock
    await tell(responder, one)
    const ofThen = () => heard.filter((text) => text.split(' ')[1] === String(told))
    await expect.poll(() => ofThen().length).toBe(1)
    clock += 20_000
    const [again = ''] = ofThen()
    await test.deps.database.transaction((tx) => test.deps.notifications.notify(tx, PRESENCE_TOPIC, again))
    await expect.poll(() => ofThen().length).toBe(2)
    unsubscribe()
    expect((await tell(owner, one)).data).toEqual([person(responder, false)])
    clock += 5_000
    expect((await tell(owner, one)).data).toEqual([])
    clock += 60_000
  })

  it('is refused for what is not the organization’s, and without a word about writing', async () => {
    const stranger = await test.signUp()
    expect((await tell(stranger, conversations[0]!)).status).toBe(403)
    const foreign = await test.request(
      'tellPresence',
      {
        params: { organization: stranger.organizationId },
        body: { conversation_id: conversations[0]!, is_writing: true },
      },
      { cookie: stranger.cookie },
    )
    expect(foreign.status).toBe(404)
    expect((await tell(owner, owner.userId)).status).toBe(404)
    const wrong = await tell(owner, conversations[0]!, 'yes' as never)
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'is_writing'])
  })

  it('is told to the other members through their streams alone, across processes, and is stored nowhere', async () => {
    const [one = ''] = conversations
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const follow = async (caller: Owner) => {
      const controller = new AbortController()
      open.push(controller)
      const response = await fetch(`${address}/api/v1/organizations/${owner.organizationId}/events`, {
        headers: { cookie: caller.cookie },
        signal: controller.signal,
      })
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      await reader.read() // where the stream begins
      return async (wanted: string): Promise<string> => {
        while (!text.includes(wanted)) text += (await reader.read()).value ?? ''
        return text
      }
    }
    const events = () => test.deps.database.read.selectFrom('events').selectAll().execute()
    const before = await events()
    const [theirs, own] = [await follow(owner), await follow(responder)]
    await tell(responder, one, true)
    // What happened just before may be told again while other tests' transactions run on the server.
    const told = (await theirs('is_writing')).split('\n\n').find((block) => block.includes('is_writing')) ?? ''
    const [, data = ''] = /^data: (.+)$/m.exec(told) ?? []
    expect(JSON.parse(data) as StreamEvent).toMatchObject({
      type: 'presence',
      user_id: responder.userId,
      conversation_id: one,
    })
    expect(told).not.toMatch(/^id:/m)
    // Another process hears it by the same notification.
    const elsewhere = createPresence({ ...test.deps, now: () => clock })
    clock += 15_000
    await tell(responder, one)
    await expect.poll(() => elsewhere.others(one, owner.userId)).toMatchObject([{ is_writing: false }])
    elsewhere.close()
    expect(await events()).toEqual(before)
    // The responder's own stream says that the owner writes, and never that the responder does. Other kinds of events
    // that name the responder may be repeated here, so only events about writing are compared.
    await tell(owner, one, true)
    const heard = (await own(`"user_id":"${owner.userId}","user_name"`))
      .split('\n')
      .filter((line) => line.includes('presence'))
    expect(heard).not.toEqual([])
    expect(heard.filter((line) => !line.includes(`"user_id":"${owner.userId}"`))).toEqual([])
  })
})
