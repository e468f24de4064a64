import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Passage } from '../../knowledge/types.ts'
import { createModels } from './catalogue.ts'
import { generateReply, type ReplyInput } from './generate-reply.ts'

type Asked = {
  authorization: string | undefined
  model: string
  messages: { role: string; content: string }[]
  tools: { function: { name: string } }[]
}

const passage: Passage = {
  id: 'p',
  sourceId: 'source',
  title: 'Hours',
  url: 'https://bikes.example/hours',
  heading: 'Hours',
  content: 'We are open on Saturday from 9 am to 4 pm.',
  score: 0.9,
  similarity: 0.7,
  trust: 1,
  whole: 1,
  asked: [],
  coverage: 1,
  among: 1,
  headingSimilarity: 0.4,
  units: [
    { kind: 'sentence', block: 0, text: 'We are open on Saturday from 9 am to 4 pm.', similarity: 0.8, coverage: 1 },
  ],
}

const action = {
  id: '018f0000-0000-7000-8000-000000000001',
  slug: 'hand_over', // equal to the name of a built-in tool
  name: 'Request a callback',
  description: 'The visitor wants to be called.',
  fields: [{ name: 'phone', label: 'Phone', type: 'phone' as const, required: true }],
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Starts a model provider on loopback that implements `/chat/completions`. */
async function provider(respond: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const body = { ...JSON.parse(text || '{}'), authorization: request.headers.authorization, path: request.url }
    asked.push(body)
    respond(response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const models = createModels({ openaiCompatible: { baseUrl, apiKey: 'a-key', models: ['llama'] } })
  const warnings: string[] = []
  const reply = (options: Partial<ReplyInput> = {}) =>
    generateReply({
      models,
      modelId: models.list().at(-1)!.id,
      agent: { name: 'Wheelhouse', instructions: 'Be cheerful.' },
      history: [
        { role: 'assistant', content: 'Welcome!' },
        { role: 'visitor', content: 'Hello' },
        { role: 'human', content: 'Hi, one moment.' },
        { role: 'visitor', content: 'When are you open on Saturday?' },
      ],
      passages: [passage],
      actions: [],
      humanIntervention: true,
      threshold: 'balanced',
      signal: new AbortController().signal,
      log: { warn: (_, message) => warnings.push(message) },
      retries: 0,
      ...options,
    })
  return { asked, reply, warnings, url: baseUrl }
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function says(response: ServerResponse, message: object, reason = 'stop'): void {
  const finish_reason = 'tool_calls' in message ? 'tool_calls' : reason
  const choices = [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }]
  json(response, { id: 'x', object: 'chat.completion', created: 1, model: 'llama', choices, usage: {} })
}

function calls(response: ServerResponse, name: string, input: object | string): void {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  says(response, { tool_calls: [{ id: 'call', type: 'function', function: { name, arguments: text } }] })
}

describe('a provider’s model', () => {
  it('answers from instructions, passages and history, and its markers become citations', async () => {
    const { asked, reply } = await provider((response) => says(response, { content: 'On Saturday from 9 to 4! [[1]]' }))
    expect(await reply({ actions: [action] })).toEqual({
      content: 'On Saturday from 9 to 4!',
      decision: 'answered',
      reason: null,
      citations: [{ source_id: 'source', title: 'Hours', url: passage.url, quote: passage.content, score: 0.9 }],
      isCut: false,
      model: 'llama',
      action: null,
    })
    const [{ authorization, model, messages, tools }] = asked as [Asked]
    expect({ authorization, model }).toEqual({ authorization: 'Bearer a-key', model: 'llama' })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    for (const part of ['Wheelhouse', 'Be cheerful.', '"title":"Hours"', passage.content])
      expect(messages[0]?.content).toContain(part)
    expect(tools.map((tool) => tool.function.name)).toEqual(['no_answer', 'hand_over', 'hand_over_form'])
  })

  it('is told to answer all that was asked since the last reply, where that is more than one question', async () => {
    const { asked, reply } = await provider((response) => says(response, { content: 'From 9 to 4. [[1]]' }))
    const question = (message: string) => ({ message, query: message, passages: [passage], actions: [] })
    await reply()
    await reply({ questions: [question('When are you open?'), question('Where can I park?')] })
    const rule = 'Answer all that the visitor has written since the last reply.'
    expect(asked.map(({ messages }) => messages[0]!.content.includes(rule))).toEqual([false, true])
  })

  it('hands over, gives up or shows a form by calling a tool', async () => {
    let tool = 'hand_over'
    const { reply } = await provider((response) => calls(response, tool, { message: 'One moment please.' }))
    expect(await reply()).toMatchObject({
      decision: 'handed_over',
      reason: 'asked_for_person',
      content: 'One moment please.',
    })
    tool = 'hand_over_form'
    expect(await reply({ actions: [action] })).toMatchObject({
      decision: 'answered',
      reason: 'action',
      content: 'One moment please.',
      action,
    })
    tool = 'no_answer'
    expect(await reply({ humanIntervention: false })).toMatchObject({
      decision: 'unknown',
      reason: 'not_supported',
      content: 'One moment please.',
    })
    expect(await reply({ passages: [] })).toMatchObject({
      decision: 'handed_over',
      reason: 'no_passage',
      content: expect.stringContaining('person will take over'),
    })
  })

  it('may write its calls as text, as servers pass them on that know no tools', async () => {
    let content = '<tool_call>{"name":"no_answer","arguments":{"message":"I do not know."}}</tool_call>'
    const { reply } = await provider((response) => says(response, { content }))
    expect(await reply({ humanIntervention: false })).toMatchObject({
      decision: 'unknown',
      content: 'I do not know.',
      model: 'llama',
    })
    content = '<think>Who knows?</think>no_answer'
    expect(await reply()).toMatchObject({ decision: 'handed_over', reason: 'not_supported', model: 'llama' })
    content = '[TOOL_CALLS][{"name":"hand_over_form","arguments":{}}]'
    expect(await reply({ actions: [action] })).toMatchObject({ decision: 'answered', reason: 'action', action })
    content = '<tool_call>{"name":'
    expect(await reply()).toMatchObject({ content: passage.content, model: 'baton-built-in' })
  })

  it('is tried again after a failure', async () => {
    let failures = 1
    const { asked, reply } = await provider((response) => {
      failures -= 1
      if (failures >= 0) json(response, { error: { message: 'overloaded' } }, 500)
      else says(response, { content: 'Nine. [[1]]' })
    })
    expect(await reply({ retries: 1 })).toMatchObject({ content: 'Nine.', model: 'llama' })
    expect(asked).toHaveLength(2)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['fails', (response) => json(response, { error: { message: 'overloaded' } }, 500)],
    ['refuses the key', (response) => json(response, { error: { message: 'bad key' } }, 401)],
    ['hangs', () => {}],
    ['breaks off', (response) => response.destroy()],
    [
      'answers with garbage',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [{'),
    ],
    [
      'answers with a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    ],
    ['says nothing', (response) => says(response, { content: '  ' })],
    ['calls a tool that does not exist', (response) => calls(response, 'launch_rocket', {})],
    ['calls a tool with broken arguments', (response) => calls(response, 'hand_over', '{"mess')],
  ])('is answered for by the built-in model when it %s', async (_, respond) => {
    const { reply, warnings } = await provider(respond)
    const answered = await reply({ timeoutMs: 700 })
    expect(answered).toMatchObject({ decision: 'answered', content: passage.content, model: 'baton-built-in' })
    expect(answered.citations).toHaveLength(1)
    expect(warnings).toHaveLength(1)
  })

  it('is named as the reason when it fails and the built-in one has no answer either', async () => {
    const { reply } = await provider((response) => json(response, {}, 500))
    const failed = { decision: 'handed_over', reason: 'model_failed', model: 'baton-built-in' }
    expect(await reply({ passages: [] })).toMatchObject(failed)
    const history = [{ role: 'visitor' as const, content: 'I want to talk to a person' }]
    expect(await reply({ history })).toMatchObject({ ...failed, reason: 'asked_for_person' })
  })

  it('keeps what it thinks aloud to itself, in its answer and in what it says with a tool', async () => {
    let content = '<think>secret</think>On Saturday from 9 to 4! [[1]]'
    const said = await provider((response) => says(response, { content }))
    expect(await said.reply()).toMatchObject({ content: 'On Saturday from 9 to 4!', model: 'llama' })
    content = 'Write `<think>` before your thoughts.'
    expect(await said.reply()).toMatchObject({ content, model: 'llama' })
    content = '<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>At nine. [[1]]'
    expect(await said.reply()).toMatchObject({ content: 'At nine.', citations: [{ source_id: 'source' }] })
    content = '<think>secret that never ends'
    expect(await said.reply()).toMatchObject({ content: passage.content, model: 'baton-built-in' })
    const called = await provider((response) =>
      calls(response, 'hand_over', { message: '<think>secret</think>One moment.' }),
    )
    expect(await called.reply()).toMatchObject({ content: 'One moment.', decision: 'handed_over' })
  })

  it('says at most as much as a message may hold, ended at a sentence', async () => {
    const sentence = 'We open at nine on Saturday, as every day. '
    const talkative = await provider((response) => says(response, { content: sentence.repeat(1_000) }))
    const { content, model, isCut } = await talkative.reply()
    expect([content.length > 9_900, content.length <= 10_000, content.endsWith('every day.')]).toEqual([
      true,
      true,
      true,
    ])
    expect([model, isCut]).toEqual(['llama', true])
    const called = await provider((response) => calls(response, 'hand_over', { message: sentence.repeat(1_000) }))
    const handed = await called.reply()
    expect(handed).toMatchObject({ decision: 'handed_over', isCut: true })
    expect(handed.content.length).toBeLessThanOrEqual(1_000)
  })

  it.each([
    ['no_answer', 'Look at https://evil.example/pay for 49.99 euros.'],
    ['hand_over', 'Write to boss@evil.example meanwhile.'],
    ['hand_over', 'That is $49.99. One moment.'],
    ['hand_over_form', '[Pay here](https://evil.example), then fill in the form.'],
  ])('says no link, address or price in %s that nothing holds: %j', async (tool, message) => {
    const { reply } = await provider((response) => calls(response, tool, { message }))
    const { content } = await reply({ actions: [action], humanIntervention: tool !== 'no_answer' })
    expect(content).not.toMatch(/evil|49/)
    expect(content).not.toBe('')
  })

  it('says the links of passages, instructions and the visitor in a call', async () => {
    const message = 'See https://bikes.example/hours or write to me@mail.example, as bikes.example/faq says.'
    const { reply } = await provider((response) => calls(response, 'hand_over', { message }))
    const history = [{ role: 'visitor' as const, content: 'I am me@mail.example' }]
    const agent = { name: 'Wheelhouse', instructions: 'Point to https://bikes.example/faq.' }
    expect((await reply({ history, agent })).content).toBe(message)
  })

  it('is answered for by the built-in model when its reply has no end', async () => {
    const { reply } = await provider((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    expect(await reply()).toMatchObject({ content: passage.content, model: 'baton-built-in' })
  })

  it.each(['length', 'content_filter'])('ends with a whole sentence when it was cut off by %s', async (reason) => {
    let content = 'We open at nine. On Saturdays we op'
    const { reply } = await provider((response) => says(response, { content }, reason))
    expect(await reply()).toMatchObject({ content: 'We open at nine.', model: 'llama', isCut: true })
    content = 'This was cut off in the mid'
    expect(await reply()).toMatchObject({ content: passage.content, model: 'baton-built-in' })
  })

  it.each(['error', 'abort', 'insufficient_system_resource'])(
    'is answered for by the built-in model when its answer ended by %s',
    async (reason) => {
      const content = 'You may bring dogs, but only if'
      const { reply } = await provider((response) => says(response, { content }, reason))
      expect(await reply()).toMatchObject({ content: passage.content, model: 'baton-built-in' })
    },
  )

  it.each(['max_tokens', 'model_length', 'MAX_TOKENS'])(
    'counts as cut off by %s, as some servers say',
    async (reason) => {
      const { reply } = await provider((response) => says(response, { content: 'We open at nine. On Sat' }, reason))
      expect(await reply()).toMatchObject({ content: 'We open at nine.', model: 'llama', isCut: true })
    },
  )

  it.each(['eos', 'end_turn', null])('is whole when it ended by %s, as some servers say', async (reason) => {
    const { reply } = await provider((response) => says(response, { content: 'We open at nine' }, reason as string))
    expect(await reply()).toMatchObject({ content: 'We open at nine', model: 'llama', isCut: false })
  })

  it('cites only what is left of an answer that was cut off', async () => {
    const dogs = { ...passage, id: 'q', sourceId: 'dogs', content: 'Dogs may come along on Sundays.', units: [] }
    const passages = [passage, dogs]
    let content = 'We open at nine. [[1]] Dogs may come along on Sund [[2]]'
    const { reply } = await provider((response) => says(response, { content }, 'length'))
    const cited = async () => (await reply({ passages })).citations.map(({ source_id }) => source_id)
    expect(await cited()).toEqual(['source'])
    content = '[[1]] We open at nine [[1]]. Dogs may come along on Sundays [[2]]. And cats [[1]]'
    expect(await cited()).toEqual(['source', 'dogs'])
    content = `${'We are open, as every day. '.repeat(370)}[[1]] ${'Dogs may come. '.repeat(100)} [[2]]`
    expect(await cited()).toEqual(['source'])
  })

  it('is not followed to another address', async () => {
    const elsewhere = await provider((response) => says(response, { content: 'I am somebody else.' }))
    const { reply, warnings } = await provider((response) =>
      response.writeHead(302, { location: `${elsewhere.url}/chat/completions` }).end(),
    )
    expect(await reply({ retries: 2 })).toMatchObject({ content: passage.content, model: 'baton-built-in' })
    expect([elsewhere.asked, warnings.length]).toEqual([[], 1])
  })

  it('is not answered for when the reply is no longer wanted', async () => {
    const { reply } = await provider(() => {})
    const unwanted = new AbortController()
    const pending = reply({ signal: unwanted.signal })
    const refused = expect(pending).rejects.toThrow('superseded')
    setTimeout(() => unwanted.abort(new Error('superseded')), 200)
    await refused
  })

  it('is answered for by the built-in model until it is configured', async () => {
    const { asked, reply } = await provider((response) => says(response, { content: 'never' }))
    const premium = createModels()
      .list()
      .find(({ is_premium }) => is_premium)!
    expect(await reply({ modelId: premium.id })).toMatchObject({ model: 'baton-built-in', content: passage.content })
    expect(asked).toEqual([])
  })
})
