import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createModels } from './catalogue.ts'
import { generateReply } from './generate-reply.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'llama',
    choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`
const words = (text: string) => chunk({ role: 'assistant', content: text })

/** A reply by a provider that streams with `respond`, and what was heard of it on the way. */
async function replyOf(respond: (response: ServerResponse, body: { stream?: boolean }) => void) {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    respond(response, JSON.parse(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const models = createModels({ openaiCompatible: { baseUrl, apiKey: 'a-key', models: ['llama'] } })
  const heard: string[] = []
  const reply = await generateReply({
    models,
    modelId: models.list().at(-1)!.id,
    agent: { name: 'Wheelhouse', instructions: null },
    history: [{ role: 'visitor', content: 'When are you open?' }],
    passages: [],
    actions: [],
    humanIntervention: true,
    threshold: 'balanced',
    signal: new AbortController().signal,
    listener: { writes: (text) => heard.push(text), replaced: () => heard.push('(replaced)') },
    retries: 0,
  })
  return { reply, heard }
}

describe('a reply that is heard while it is written', () => {
  it('is told as it grows, and read as one that came in one piece', async () => {
    const { reply, heard } = await replyOf((response) => {
      for (const text of ['<think>hm</think>', 'At ', 'nine', '. [[1]]']) response.write(words(text))
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
    expect(heard.at(-1)).toBe('<think>hm</think>At nine. [[1]]')
    expect(reply).toMatchObject({ content: 'At nine.', model: 'llama', decision: 'answered' })
  })

  it('is taken back when a tool is called, and when another model answers', async () => {
    const call = { index: 0, id: 'call', type: 'function', function: { name: 'hand_over', arguments: '{}' } }
    const called = await replyOf((response) => {
      response.write(words('One moment'))
      response.end(chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls'))
    })
    expect([called.heard, called.reply.decision]).toEqual([['One moment', '(replaced)'], 'handed_over'])
    const cut = await replyOf((response) => {
      response.write(words('We open at'), () => response.destroy())
    })
    expect([cut.heard.at(-1), cut.reply.model]).toEqual(['(replaced)', 'baton-built-in'])
  })

  it('is asked for in one piece from a server that cannot stream', async () => {
    const asked: unknown[] = []
    const { reply } = await replyOf((response, { stream }) => {
      asked.push(stream)
      const message = { role: 'assistant', content: 'At nine.' }
      const body = { id: 'x', object: 'chat.completion', created: 1, model: 'llama' }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...body, choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
    expect([asked, reply.content]).toEqual([[true, undefined], 'At nine.'])
  })

  it('is ended at a sentence when the model does not stop', async () => {
    let isStopped = false
    const { reply } = await replyOf((response) => {
      const pour = () => {
        if (!response.destroyed) response.write(words('We are open every day. '.repeat(20)), () => setImmediate(pour))
      }
      response.on('close', () => {
        isStopped = true
      })
      pour()
    })
    expect(reply.content.length).toBeLessThanOrEqual(limits.messageContent)
    expect(reply.content).toMatch(/every day\.$/)
    await expect.poll(() => isStopped).toBe(true)
  })
})
