import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a model is given, as each provider's API passes it on. */
interface Asked {
  model: string
  stream: boolean
  prompt: string
  /** Bytes that were written of a streamed answer. */
  written: number
}

/** Writes an answer in the shape of one provider's API. */
interface Writer {
  text(text: string): void
  /** `input` is what the model wrote as the input of a tool, which may be no JSON. */
  call(tool: string, input: string): void
  end(): void
  response: ServerResponse
}

type Behaviour = (writer: Writer, asked: Asked) => void | Promise<void>

const says =
  (...pieces: string[]): Behaviour =>
  (writer) => {
    for (const piece of pieces) writer.text(piece)
    writer.end()
  }
const refuses =
  (status: number, headers: Record<string, string> = {}, body = '{"error":{"message":"No."}}'): Behaviour =>
  ({ response }) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const ruleIn = (prompt: string) => /- End each sentence[^"\\]*/.exec(prompt)?.[0].slice(2) ?? ''
/** Waits until a response takes more, or is closed. */
const drained = (response: ServerResponse) =>
  new Promise<void>((done) => {
    const end = () => {
      response.off('drain', end).off('close', end)
      done()
    }
    response.on('drain', end).on('close', end)
  })
/** Writes again and again until the other side has closed the connection. */
const forever =
  (piece: (writer: Writer) => void): Behaviour =>
  async (writer) => {
    const { response } = writer
    while (!response.destroyed) {
      piece(writer)
      if (response.writableNeedDrain) await drained(response)
      else await new Promise(setImmediate)
    }
  }

const RIGHT = 'The pool opens at 8:00. [[1]]'
const MEGABYTE = 'long '.repeat(200_000)

/** All that a model or its provider does wrong, by the name of the model that does it. */
export const wrongs: Record<string, Behaviour> = {
  'invents-a-price': says('Entry costs 99.50 euros. [[1]]'),
  'cites-wrongly': says('The pool opens at 8:00. [[2]]'),
  'cites-nothing': says('Our sauna offers herbal massages.'),
  'repeats-its-prompt': ({ text, end }, { prompt }) => {
    text(`${RIGHT} ${ruleIn(prompt)}`)
    end()
  },
  'answers-in-another-language': says('Das Schwimmbad öffnet um 8:00. [[1]]'),
  'never-stops': forever(({ text }) => text('and so on and so on, '.repeat(50))),
  'never-stops-calling': forever(({ call }) => call('no_answer', 'and so on, '.repeat(50))),
  'stops-within-a-word': async ({ text, response }) => {
    text(`${RIGHT} Dogs are not al`)
    await new Promise((done) => setTimeout(done, 50))
    response.destroy()
  },
  'calls-with-broken-json': ({ call, end }) => {
    call('no_answer', '{"message": "I do')
    end()
  },
  'calls-what-there-is-not': ({ call, end }) => {
    call('delete_everything', '{}')
    end()
  },
  'thinks-aloud': says('<think>They want the pool. I must not say 99.50 euros.</think>', RIGHT),
  'says-nothing': says(''),
  'never-answers': () => {},
  'falls-silent': ({ text }) => text(RIGHT),
  'says-40-megabytes': async ({ text, end, response }) => {
    for (let at = 0; at < 40 && !response.destroyed; at += 1) {
      text(MEGABYTE)
      if (response.writableNeedDrain) await drained(response)
    }
    end()
  },
  'answers-401': refuses(401),
  'answers-403': refuses(403),
  'answers-404': refuses(404),
  'answers-429': refuses(429),
  'answers-429-for-a-second': refuses(429, { 'retry-after': '1' }),
  'answers-429-until-a-date': refuses(429, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
  'answers-429-without-json': refuses(429, { 'content-type': 'text/html' }, '<h1>Too many</h1>'),
  'answers-500': refuses(500),
  'answers-500-midway': async ({ text, response }) => {
    text(RIGHT)
    await new Promise((done) => setTimeout(done, 50))
    response.write('event: error\ndata: {"type":"error","error":{"type":"api_error","message":"500"}}\n\n')
    response.end()
  },
}

/** Those of `wrongs` that keep a connection open and send no more, until whoever asked has waited long enough. */
export const silent = ['never-answers', 'falls-silent']

/**
 * Starts a server in the shape of OpenAI's and of Anthropic's, each of whose models does one thing wrong, as it is
 * called (`wrongs`). It streams byte by byte, where that is not too long.
 */
export async function startWrongProvider() {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const data = Object.keys(wrongs).map((id) => ({ id, object: 'model', type: 'model' }))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    }
    let body = ''
    for await (const part of request) body += part
    const { model = '', stream = false, ...rest } = JSON.parse(body || '{}')
    const prompt = JSON.stringify(rest.system ?? rest.messages?.[0]?.content ?? '')
    const one = { model, stream, prompt, written: 0 }
    asked.push(one)
    const send = (text: string) => {
      one.written += text.length
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (response.destroyed) return
      if (text.length > 2_000) response.write(text)
      else for (const byte of Buffer.from(text)) response.write(Buffer.of(byte))
    }
    const shape = request.url?.endsWith('/messages') ? anthropic : openai
    const writer = stream ? shape.streaming(send, response) : shape.whole(response)
    await wrongs[model]?.(writer, one)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () => void server.close().closeAllConnections(),
  }
}

interface Shape {
  streaming(send: (text: string) => void, response: ServerResponse): Writer
  whole(response: ServerResponse): Writer
}

/** Gathers what is to be answered in one piece. */
function gathering(response: ServerResponse, present: (text: string, calls: [string, string][]) => object): Writer {
  let text = ''
  const calls: [string, string][] = []
  return {
    response,
    text(more) {
      text += more
    },
    call: (tool, input) => void calls.push([tool, input]),
    end: () =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(present(text, calls))),
  }
}

const openai: Shape = {
  streaming(send, response) {
    const about = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'wrong' }
    const piece = (delta: object, finish_reason: string | null = null) =>
      send(`data: ${JSON.stringify({ ...about, choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
    let isCall = false
    return {
      response,
      text: (content) => piece({ content }),
      call(name, input) {
        const begun = isCall ? {} : { id: 'call', type: 'function' }
        const called = { arguments: input, ...(!isCall && { name }) }
        piece({ tool_calls: [{ index: 0, ...begun, function: called }] })
        isCall = true
      },
      end() {
        piece({}, isCall ? 'tool_calls' : 'stop')
        send('data: [DONE]\n\n')
        response.end()
      },
    }
  },
  whole: (response) =>
    gathering(response, (content, calls) => {
      const tool_calls = calls.map(([name, input]) => ({
        ...{ id: 'call', type: 'function' },
        function: { name, arguments: input },
      }))
      const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls }) }
      const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
      return {
        ...{ id: '1', object: 'chat.completion', created: 1, model: 'wrong' },
        choices: [{ index: 0, message, finish_reason }],
      }
    }),
}

const usage = { input_tokens: 1, output_tokens: 1 }

const anthropic: Shape = {
  streaming(send, response) {
    const event = (data: { type: string; [field: string]: unknown }) =>
      send(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
    let block: 'text' | 'tool_use' | undefined
    const begin = (content_block: { type: 'text' | 'tool_use'; [field: string]: unknown }) => {
      if (block === content_block.type) return
      if (block === undefined) {
        const message = { id: '1', type: 'message', role: 'assistant', model: 'wrong', content: [], stop_reason: null }
        event({ type: 'message_start', message: { ...message, usage } })
      } else event({ type: 'content_block_stop', index: 0 })
      block = content_block.type
      event({ type: 'content_block_start', index: 0, content_block })
    }
    const delta = (one: object) => event({ type: 'content_block_delta', index: 0, delta: one })
    return {
      response,
      text(text) {
        begin({ type: 'text', text: '' })
        delta({ type: 'text_delta', text })
      },
      call(name, input) {
        begin({ type: 'tool_use', id: 'call', name, input: {} })
        delta({ type: 'input_json_delta', partial_json: input })
      },
      end() {
        event({ type: 'content_block_stop', index: 0 })
        const stop_reason = block === 'tool_use' ? 'tool_use' : 'end_turn'
        event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage })
        event({ type: 'message_stop' })
        response.end()
      },
    }
  },
  whole: (response) =>
    gathering(response, (text, calls) => ({
      ...{ type: 'message', id: '1', model: 'wrong', role: 'assistant', stop_sequence: null, usage },
      content: [
        { type: 'text', text },
        ...calls.map(([name, input]) => ({ type: 'tool_use', id: 'call', name, input })),
      ],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    })),
}
