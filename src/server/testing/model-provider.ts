import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider does with each request for a reply. */
export interface ProviderScript {
  /** The key that it takes; any if unset. */
  key?: string
  models: string[]
  /** What its models say. */
  text: string
  /** What they say to one question after the other, in place of `text`; the last of it to all others. */
  texts?: string[]
  /** What they say to those that give them no tools, in place of `text`. */
  query?: string
  /** Answers all replies with this status, and this body. */
  status?: number
  body?: string
  /** Whether lists of models are refused likewise. */
  refusesLists?: boolean
  callsTools: boolean
  streams: boolean
  /** Leaves replies without an answer. */
  hangs?: boolean
}

/**
 * Starts a server that speaks as all providers do, as far as it is needed: it streams and calls tools as servers like
 * OpenAI's do, and answers in one piece as OpenAI, Anthropic and Google do. What `script` holds may be changed at any time.
 */
export async function startModelProvider(first: Partial<ProviderScript> = {}) {
  const script: ProviderScript = {
    models: ['writer', 'text-embedding-9'],
    text: 'We open at nine.',
    callsTools: true,
    streams: true,
    ...first,
  }
  let answered = 0
  const asked: { path: string; key: string | undefined; body: string; traceparent: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const path = (request.url ?? '').replace(/\?.*/, '')
    asked.push({ path, key: keyOf(request), body, traceparent: request.headers.traceparent?.toString() })
    if (script.hangs) return
    if (script.key !== undefined && keyOf(request) !== script.key)
      return send(response, 401, { error: { message: `Incorrect API key provided: ${keyOf(request)}` } })
    if (path.endsWith('/models') && !script.refusesLists)
      return send(response, 200, request.headers['x-goog-api-key'] ? googleList(script) : plainList(script))
    if (script.status !== undefined)
      return response.writeHead(script.status, { 'content-type': 'application/json' }).end(script.body ?? '{}')
    if (path.endsWith('/chat/completions')) {
      const text = script.texts?.[Math.min(answered, script.texts.length - 1)] ?? script.text
      answered += 1
      const asked: Asked = JSON.parse(body)
      return complete(response, asked, { ...script, text: asked.tools ? text : (script.query ?? text) })
    }
    const whole = wholeAnswers.find(({ end }) => path.endsWith(end))
    if (whole) return send(response, 200, whole.of(script.text))
    send(response, 404, { error: { message: 'not found' } })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    script,
    asked,
    close: () => void server.close().closeAllConnections(),
  }
}

export type ModelProvider = Awaited<ReturnType<typeof startModelProvider>>

function keyOf({ headers }: IncomingMessage): string | undefined {
  const named = headers['x-api-key'] ?? headers['x-goog-api-key']
  return (Array.isArray(named) ? named[0] : named) ?? headers.authorization?.replace(/^Bearer /, '')
}

const send = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const plainList = ({ models }: ProviderScript) => ({
  data: models.map((id) => ({ id, object: 'model', type: 'model' })),
})

const googleList = ({ models }: ProviderScript) => ({
  models: models.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] })),
})

const TOKENS = { input_tokens: 12, output_tokens: 3 }

/** Answers in one piece by the end of the path at which OpenAI, Anthropic and Google are asked. */
const wholeAnswers: { end: string; of(text: string): object }[] = [
  {
    end: '/responses',
    of(text) {
      const content = [{ type: 'output_text', text, annotations: [] }]
      const output = [{ type: 'message', role: 'assistant', id: 'm', content }]
      return { id: '1', created_at: 1, model: 'writer', output, usage: TOKENS }
    },
  },
  {
    end: '/messages',
    of(text) {
      const message = {
        type: 'message',
        id: '1',
        model: 'writer',
        role: 'assistant',
        content: [{ type: 'text', text }],
      }
      return { ...message, stop_reason: 'end_turn', stop_sequence: null, usage: TOKENS }
    },
  },
  {
    end: ':generateContent',
    of: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] }),
  },
]

const USAGE = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }

interface Asked {
  stream?: boolean
  tools?: { function: { name: string } }[]
}

function complete(response: ServerResponse, { stream, tools }: Asked, { text, callsTools, streams }: ProviderScript) {
  const about = { id: '1', created: 1, model: 'writer' }
  const [tool] = tools ?? []
  if (tool?.function.name === 'open_door' && callsTools) {
    const call = { id: 'c', type: 'function', function: { name: tool.function.name, arguments: '{"reason":"asked"}' } }
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    const choices = [{ index: 0, finish_reason: 'tool_calls', message }]
    return send(response, 200, { ...about, object: 'chat.completion', choices, usage: USAGE })
  }
  if (!stream || !streams) {
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }]
    return send(response, 200, { ...about, object: 'chat.completion', choices, usage: USAGE })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const piece = (part: object) =>
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...part })}\n\n`)
  for (const word of text.split(/(?<= )/)) piece({ choices: [{ index: 0, delta: { content: word } }] })
  piece({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE })
  response.end('data: [DONE]\n\n')
}
