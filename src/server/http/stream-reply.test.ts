import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { replyStream } from '#contract/reply-stream.ts'
import { databases } from '../testing/database.ts'
import { buildAction, buildAgent, buildConversation, buildTextSource } from '../testing/factories.ts'
import { startSlowWriter, WORD_MS, WORDS } from '../testing/slow-writer.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'
import { prefersEvents } from './stream-reply.ts'

const TAKEOVERS = Number(process.env.STREAM_TAKEOVERS ?? 40)

it.each([
  ['text/event-stream', true],
  ['text/event-stream, application/json;q=0.9', true],
  ['text/event-stream, */*;q=0.1', true],
  ['application/json;q=0.5, text/*', true],
  ['text/event-stream, application/json', false],
  ['text/event-stream, */*', false],
  ['text/event-stream;q=0.5, application/json', false],
  ['text/event-stream;q=0', false],
  ['*/*', false],
  [undefined, false],
])('takes %s for a wish for events: %s', (accept, wanted) => {
  expect(prefersEvents(accept)).toBe(wanted)
})

describe.each(databases())('a reply streamed to a program on $name', (database) => {
  let writer: Awaited<ReturnType<typeof startSlowWriter>>
  let test: TestApp
  let owner: Owner
  let key: string
  let slow: string
  let builtIn: string
  let address: string

  beforeAll(async () => {
    writer = await startSlowWriter()
    test = await createTestApp({
      database,
      env: {
        OPENAI_COMPATIBLE_BASE_URL: writer.url,
        OPENAI_COMPATIBLE_MODELS: 'writer',
        RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}',
      },
    })
    owner = await test.signUp()
    key = await owner.key()
    const { data } = await test.request('listAiModels', {}, { key })
    slow = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    builtIn = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, builtIn, 'The shop opens at nine and closes at six. It is closed on Sundays.')
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    writer.pace.words = WORDS
    writer.pace.wordMs = WORD_MS
    writer.pace.breaksOff = false
    writer.pace.goesOn = ''
    writer.pace.until = Promise.resolve()
  })
  afterAll(async () => {
    await test.close()
    writer.close()
  })

  /** Sends a message and reads the stream that answers it, each event as the contract has it. */
  const send = (agent: string, conversation: string, content: string, headers: Record<string, string> = {}) =>
    post(`${agent}/conversations/${conversation}/messages`, 201, { content }, headers)

  async function post(path: string, status: number, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${address}/v1/agents/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/event-stream; charset=utf-8',
    ])
    // biome-ignore lint/suspicious/noExplicitAny: parsed by the contract, event by event
    const told: { type: string; data: any }[] = []
    const whole = (async () => {
      let text = ''
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + part).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks.filter((block) => block !== ':')) {
          const [, type = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? []
          told.push({
            type,
            data: replyStream[type as keyof typeof replyStream].parse(JSON.parse(data)),
          })
        }
      }
    })()
    const deltas = () => told.filter(({ type }) => type === 'reply.delta')
    return {
      told,
      deltas,
      text: () =>
        deltas()
          .map(({ data }) => data.text)
          .join(''),
      types: () => told.map(({ type }) => type).filter((type) => type !== 'reply.delta'),
      ended: () => whole.then(() => told),
    }
  }
  /** Makes the model wait behind its words, until what is returned is called. */
  function heldWriter(): () => void {
    let goOn = () => {}
    writer.pace.until = new Promise((done) => {
      goOn = done
    })
    return goOn
  }
  const begin = async (agent: string) => (await buildConversation(test, owner, agent)).id
  const messages = async (agent: string, conversation: string) =>
    (await test.request('listMessages', { params: { agent, conversation } }, { key })).data

  it('comes word by word, whole and in order, and ends with the message as lists show it', async () => {
    const conversation = await begin(slow)
    const stream = await send(slow, conversation, `Question ${randomUUID()}`)
    await stream.ended()
    expect(stream.types()).toEqual(['message', 'reply.started', 'message', 'done'])
    expect(stream.deltas().length).toBeGreaterThan(3)
    expect(stream.deltas().map(({ data }) => data.seq)).toEqual(stream.deltas().map((_, index) => index))
    const [question, answer] = (await messages(slow, conversation)).slice(-2)
    expect([stream.told[0]!.data, stream.told.at(-2)!.data]).toEqual([question, answer])
    expect(answer!.content.startsWith(stream.text())).toBe(true)
    expect(stream.told.at(-1)!.data).toEqual({ outcome: 'answered' })
  })

  it('is one message with what it cites from the built-in model, or says that nothing is known', async () => {
    const conversation = await begin(builtIn)
    const known = await send(builtIn, conversation, 'When does the shop open?')
    await known.ended()
    expect(known.types()).toEqual(['message', 'reply.started', 'citations', 'message', 'done'])
    expect(known.told.at(-3)!.data.items[0]).toMatchObject({ quote: expect.stringContaining('nine') })
    const unknown = await send(builtIn, conversation, 'Do you ship lamps to Norway?')
    expect((await unknown.ended()).at(-1)!.data).toEqual({ outcome: 'unknown' })
  })

  it('says why people have it now, and that they have it', async () => {
    await test.request('updateAgent', { params: { agent: builtIn }, body: { human_intervention: true } }, { key })
    const conversation = await begin(builtIn)
    const asked = await send(builtIn, conversation, 'I want to talk to a human please')
    await asked.ended()
    expect(asked.types()).toEqual(['message', 'reply.started', 'handed_over', 'message', 'done'])
    expect(asked.told.find(({ type }) => type === 'handed_over')!.data).toEqual({ reason: 'asked_for_person' })
    expect(asked.told.at(-1)!.data).toEqual({ outcome: 'handed_over' })
    const waiting = await send(builtIn, conversation, 'Are you there?')
    await waiting.ended()
    expect([waiting.types(), waiting.told.at(-1)!.data]).toEqual([['message', 'done'], { outcome: 'human' }])
  })

  type Place = { agent: string; conversation: string }
  it.each<[string, string, string, (params: Place) => Promise<unknown>]>([
    [
      'a newer message comes',
      'newer_message',
      'superseded',
      (params) => test.request('sendMessage', { params, body: { content: 'Another question' } }, { key }),
    ],
    [
      'a person answers',
      'taken_over',
      'human',
      (params) => test.request('sendHumanMessage', { params, body: { content: 'A person' } }, { key }),
    ],
    [
      'a person takes the conversation',
      'taken_over',
      'human',
      (params) => test.request('updateConversation', { params, body: { response_mode: 'human' } }, { key }),
    ],
    [
      'the conversation is closed',
      'closed',
      'closed',
      (params) => test.request('updateConversation', { params, body: { status: 'closed' } }, { key }),
    ],
    [
      'the conversation is deleted',
      'closed',
      'closed',
      (params) => test.request('deleteConversation', { params }, { key }),
    ],
    [
      'the agent is disabled',
      'closed',
      'closed',
      ({ agent }) =>
        test.request(
          'updateAgentSettings',
          { params: { agent }, body: { is_disabled: true } },
          { cookie: owner.cookie },
        ),
    ],
    [
      'the agent is deleted',
      'closed',
      'closed',
      ({ agent }) => test.request('deleteAgent', { params: { agent } }, { key }),
    ],
  ])('is taken back when %s', async (_, reason, outcome, act) => {
    const goOn = heldWriter()
    const { data } = await test.request('listAiModels', {}, { key })
    const agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    const conversation = await begin(agent)
    const stream = await send(agent, conversation, `Question ${randomUUID()}`)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(1)
    await act({ agent, conversation })
    await stream.ended()
    goOn()
    expect(stream.told.slice(-2).map(({ type, data }) => [type, data.reason ?? data.outcome])).toEqual([
      ['reply.retracted', reason],
      ['done', outcome],
    ])
    await test.settled()
  })

  it('is taken back where the model breaks off, and ends with what is said instead', async () => {
    writer.pace.breaksOff = true
    const goOn = heldWriter()
    const conversation = await begin(slow)
    const stream = await send(slow, conversation, `Question ${randomUUID()}`)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
    goOn()
    await stream.ended()
    expect(stream.types()).toContain('reply.retracted')
    expect(stream.told.find(({ type }) => type === 'reply.retracted')!.data.reason).toBe('replaced')
    const answer = (await messages(slow, conversation)).at(-1)!
    expect(stream.told.at(-2)!.data).toEqual(answer)
    expect(answer.content).not.toContain('w1')
    expect(stream.told.at(-1)!.data).toEqual({ outcome: 'unknown' })
  })

  it('counts once against the rate of writing, also when it is joined', async () => {
    const left = async () => {
      const { headers } = await test.request('createConversation', { params: { agent: slow }, body: {} }, { key })
      return Number(headers['x-ratelimit-remaining'])
    }
    const conversation = await begin(slow)
    const before = await left()
    await (await send(slow, conversation, `Question ${randomUUID()}`)).ended()
    expect(before - (await left())).toBe(2) // the one that asks what is left, and the stream
  })

  it('is joined from its beginning with the same Idempotency-Key, and replayed afterwards', async () => {
    writer.pace.words = 60
    const goOn = heldWriter()
    const conversation = await begin(slow)
    const headers = { 'idempotency-key': randomUUID() }
    const content = `Question ${randomUUID()}`
    const first = await send(slow, conversation, content, headers)
    await expect.poll(() => first.deltas().length).toBeGreaterThan(3)
    const second = await send(slow, conversation, content, headers)
    await expect.poll(() => second.deltas().length).toBeGreaterThan(0)
    goOn()
    await Promise.all([first.ended(), second.ended()])
    expect(second.types()).toEqual(['message', 'reply.started', 'message', 'done'])
    expect(second.deltas()[0]!.data.seq).toBe(0)
    expect(first.text().startsWith(second.text()) || second.text().startsWith(first.text())).toBe(true)
    const third = await send(slow, conversation, content, headers)
    await third.ended()
    expect(third.types()).toEqual(['message', 'message', 'done'])
    expect(third.told.map(({ data }) => data)).toEqual([
      first.told[0]!.data,
      first.told.at(-2)!.data,
      { outcome: 'answered' },
    ])
    expect((await messages(slow, conversation)).filter(({ role }) => role === 'visitor')).toHaveLength(1)
  })

  it('follows the reply that comes where people take a conversation and give it back at once', async () => {
    writer.pace.words = 100
    const conversation = await begin(slow)
    const params = { agent: slow, conversation }
    const stream = await send(slow, conversation, `Question ${randomUUID()}`)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(1)
    for (const response_mode of ['human', 'ai'] as const)
      await test.request('updateConversation', { params, body: { response_mode } }, { key })
    await stream.ended()
    const { outcome } = stream.told.at(-1)!.data
    expect(stream.types()).toContain('reply.retracted')
    expect(['human', 'answered']).toContain(outcome)
    await test.settled()
    const [answer, ...more] = (await messages(slow, conversation)).filter(({ role }) => role === 'assistant').reverse()
    if (outcome === 'answered') expect(stream.told.at(-2)!.data).toEqual(answer)
    expect(more.map(({ content }) => content)).not.toContain(answer!.content)
  })

  it('begins with the result of an action where that is what the AI goes on from', async () => {
    await buildAction(test, owner, builtIn)
    const conversation = await begin(builtIn)
    const offered = await send(builtIn, conversation, 'I want to leave my contact details')
    await offered.ended()
    expect(offered.told.at(-1)!.data).toEqual({ outcome: 'action_required' })
    const { id, action } = offered.told.at(-2)!.data
    const result = [{ name: 'Ana Silva' }, { email: 'ana@example.com' }]
    const stream = await post(`${builtIn}/conversations/${conversation}/messages/${id}/action-result`, 200, {
      action: action.slug,
      result,
    })
    await stream.ended()
    expect(stream.types()).toEqual(['result', 'reply.started', 'message', 'done'])
    expect(stream.told[0]!.data).toEqual(result)
  })

  it('goes on without the client, and answers errors before it as always', async () => {
    const conversation = await begin(slow)
    const controller = new AbortController()
    await fetch(`${address}/v1/agents/${slow}/conversations/${conversation}/messages`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ content: 'A question' }),
    })
    controller.abort()
    await test.settled()
    expect((await messages(slow, conversation)).at(-1)).toMatchObject({ role: 'assistant' })
    await test.request(
      'updateConversation',
      { params: { agent: slow, conversation }, body: { status: 'closed' } },
      { key },
    )
    const params = { agent: slow, conversation }
    const refused = await test.request(
      'sendMessage',
      { params, body: { content: 'x' } },
      { key, headers: { accept: 'text/event-stream' } },
    )
    expect([refused.status, refused.body.error.code]).toEqual([422, 'conversation_closed'])
  })

  it(`tells no word that was written after a person's answer, in ${TAKEOVERS} takeovers`, {
    timeout: TAKEOVERS * 3_000,
  }, async () => {
    writer.pace.words = 60
    for (let from = 0; from < TAKEOVERS; from += 8)
      await Promise.all(
        Array.from({ length: Math.min(8, TAKEOVERS - from) }, async () => {
          const conversation = await begin(slow)
          const question = `Question ${randomUUID()}`
          const stream = await send(slow, conversation, question)
          await delay(Math.random() * 60 * WORD_MS)
          const params = { agent: slow, conversation }
          await test.request('sendHumanMessage', { params, body: { content: 'A person here.' } }, { key })
          const written = writer.written(question)
          await stream.ended()
          const last = Number(/(\d+)\D*$/.exec(stream.text())?.[1] ?? 0)
          expect(last).toBeLessThanOrEqual(written)
          const { outcome } = stream.told.at(-1)!.data
          expect(['human', 'answered']).toContain(outcome)
          if (outcome === 'human' && stream.deltas().length > 0) expect(stream.types()).toContain('reply.retracted')
        }),
      )
  })

  it('is taken back where what was written was no reply, and ends with the reply', async () => {
    // The last of the tests, because from now on it is known that the model begins with reasoning.
    writer.pace.goesOn = '</think>The shop opens at nine.'
    const goOn = heldWriter()
    const stream = await send(slow, await begin(slow), `Question ${randomUUID()}`)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
    goOn()
    await stream.ended()
    expect(stream.types()).toEqual(['message', 'reply.started', 'reply.retracted', 'message', 'done'])
    expect(stream.told.find(({ type }) => type === 'reply.retracted')!.data.reason).toBe('replaced')
    expect(stream.told.at(-2)!.data.content).toBe('The shop opens at nine.')
    expect(stream.told.at(-1)!.data).toEqual({ outcome: 'answered' })
  })
})
