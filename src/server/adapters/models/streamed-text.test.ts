import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createModels } from './catalogue.ts'
import { generateReply } from './generate-reply.ts'
import type { ReplyListener } from './streamed-text.ts'

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

type Respond = (response: ServerResponse, body: { stream?: boolean }) => void

/** A reply by a provider that streams with `respond`, and what was heard of it on the way. */
async function replyOf(respond: Respond) {
  const provider = await providerOf(respond)
  return provider.reply()
}

async function providerOf(respond: Respond, timeoutMs = 20_000) {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    respond(response, JSON.parse(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const models = createModels({ openaiCompatible: { baseUrl, apiKey: 'a-key', models: ['llama'] } })
  const replyTo = (listener: ReplyListener) =>
    generateReply({
      models,
      modelId: models.list().at(-1)!.id,
      agent: { name: 'Wheelhouse', instructions: null },
      history: [{ role: 'visitor', content: 'When are you open?' }],
      passages: [],
      actions: [],
      humanIntervention: true,
      threshold: 'balanced',
      signal: new AbortController().signal,
      listener,
      retries: 0,
      timeoutMs,
    })
  return {
    async reply() {
      const heard: string[] = []
      const listener = { writes: (text: string) => heard.push(text), replaced: () => heard.push('(replaced)') }
      return { reply: await replyTo(listener), heard }
    },
  }
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

  it('is not what the model thinks, however long and though no tag begins it, and is told so once only', async () => {
    const { reply } = await providerOf((response) => {
      for (let at = 0; at < 30; at += 1) response.write(words('I wonder when they open. '.repeat(20)))
      response.write(words('</think>We open'))
      response.end(`${words(' at nine.')}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
    const first = await reply()
    expect(first.reply).toMatchObject({ content: 'We open at nine.', model: 'llama', isCut: false })
    const thought = first.heard.filter((text) => !text.includes('</think>'))
    expect(Math.max(...thought.map((text) => text.length))).toBeLessThanOrEqual(limits.messageContent)
    const second = await reply()
    expect(second.reply.content).toBe('We open at nine.')
    expect(second.heard.map((text) => text.slice(text.indexOf('</think>')))).toEqual([
      '</think>We open',
      '</think>We open at nine.',
    ])
  })

  it('is none when a model is cut off that was seen to think without a tag that begins it', async () => {
    const ends = ['</think>At nine.', '', 'At ten.']
    const reasons = ['stop', 'length', 'stop']
    const { reply } = await providerOf((response) => {
      response.write(words('When do they open? Let me see. '))
      response.end(`${words(ends.shift()!)}${chunk({}, reasons.shift())}data: [DONE]\n\n`)
    })
    expect((await reply()).reply.content).toBe('At nine.')
    const cut = await reply()
    expect([cut.reply.model, cut.heard]).toEqual(['baton-built-in', ['(replaced)']])
    const plain = await reply()
    expect([plain.reply.content, plain.heard]).toEqual(['When do they open? Let me see. At ten.', []])
    // It does not always begin so, which a visitor may have made it do.
    ends.push('At eleven.')
    reasons.push('stop')
    expect((await reply()).heard.length).toBeGreaterThan(0)
  })

  it('is ended at a sentence when it is longer than a message and its time is up', async () => {
    const { reply } = await providerOf((response) => {
      response.write(words('We are open every day. '.repeat(500)))
    }, 3_000)
    const { reply: long, heard } = await reply()
    expect(long).toMatchObject({ model: 'llama', isCut: true, content: expect.stringMatching(/every day\.$/) })
    expect(long.content.length).toBeLessThanOrEqual(limits.messageContent)
    expect(heard).not.toContain('(replaced)')
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
    expect(reply).toMatchObject({ isCut: true, content: expect.stringMatching(/every day\.$/) })
    await expect.poll(() => isStopped).toBe(true)
  })
})
