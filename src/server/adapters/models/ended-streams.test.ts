import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createModels } from './catalogue.ts'
import { generateReply } from './generate-reply.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const HALF = 'You may bring dogs, but only if'
const event = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const usage = { input_tokens: 1, output_tokens: 1 }
const anthropic = (...ending: string[]) => [
  event({
    type: 'message_start',
    message: { id: 'x', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage },
  }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: HALF } }),
  ...ending,
]
const anthropicEnd = [
  event({ type: 'content_block_stop', index: 0 }),
  event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
  event({ type: 'message_stop' }),
]

const item = { type: 'message', id: 'item' }
const openai = (...ending: string[]) => [
  event({ type: 'response.created', response: { id: 'x', created_at: 1, model: 'm' } }),
  event({ type: 'response.output_item.added', output_index: 0, item }),
  event({
    type: 'response.output_text.delta',
    item_id: 'item',
    output_index: 0,
    content_index: 0,
    delta: HALF,
  }),
  ...ending,
]
const completed = event({ type: 'response.completed', response: { incomplete_details: null, usage } })
const failed = event({ type: 'response.failed', sequence_number: 9, response: { error: null, usage } })

const compatible = (finish_reason: string) => [
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: HALF }, finish_reason }] })}\n\n`,
  'data: [DONE]\n\n',
]

it.each<[name: string, slug: string, events: string[], isWhole: boolean]>([
  ['Anthropic, to its end', 'claude-haiku-4-5', anthropic(...anthropicEnd), true],
  ['Anthropic, which ended early', 'claude-haiku-4-5', anthropic(), false],
  ['OpenAI, to its end', 'gpt-5-nano', openai(completed), true],
  ['OpenAI, which ended early', 'gpt-5-nano', openai(), false],
  ['OpenAI, which failed', 'gpt-5-nano', openai(failed), false],
  ['another server, to its end', 'llama', compatible('eos'), true],
  ['another server, which failed', 'llama', compatible('error'), false],
])('stores of a stream by %s, only what is whole', async (_, slug, events, isWhole) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const models = createModels({
    keys: { anthropic: 'a-key', openai: 'a-key' },
    baseUrls: { anthropic: baseUrl, openai: baseUrl },
    openaiCompatible: { baseUrl, models: ['llama'] },
  })
  const heard: string[] = []
  const reply = await generateReply({
    models,
    modelId: models.list().find((model) => model.slug === slug)!.id,
    agent: { name: 'Wheelhouse', instructions: null },
    history: [{ role: 'visitor', content: 'May I bring my dog?' }],
    passages: [],
    actions: [],
    humanIntervention: true,
    threshold: 'balanced',
    signal: new AbortController().signal,
    listener: { writes: (text) => heard.push(text), replaced: () => heard.push('(replaced)') },
    retries: 0,
  })
  expect(heard[0]).toBe(HALF)
  if (isWhole) expect([reply.content, reply.isCut, heard.at(-1)]).toEqual([HALF, false, HALF])
  else expect([reply.model, heard.at(-1)]).toEqual(['baton-built-in', '(replaced)'])
})
