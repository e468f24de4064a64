import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../../tools/listen-on-loopback.ts'

export type Behaviour = 'well' | 'error' | 'garbage' | 'stalled'

/**
 * An OpenAI-compatible server in the role of a third party, for replies and embeddings, that can misbehave. A model
 * named `error`, `garbage` or `stalled` always behaves so.
 */
export interface ModelProvider {
  url: string
  /** Sets the behaviour for later requests; requests that already wait keep waiting. */
  behave(how: Behaviour): void
  /** Answers all requests that wait. */
  release(): void
  /** Number of requests received at a path. */
  requests(path: string): number
  close(): void
}

export const PROVIDER_REPLY = 'Glad to help! Anything else?'
const DIMENSIONS = 8

export async function startModelProvider(): Promise<ModelProvider> {
  const seen: string[] = []
  let behaviour: Behaviour = 'well'
  let waiting: (() => void)[] = []

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const body = await text(request)
    seen.push(path)
    const now = behaviourOf(body) ?? behaviour
    if (now === 'stalled') waiting.push(() => answer(path, body, response))
    else if (now === 'error') send(response, { error: { message: 'Something broke.' } }, 500)
    else if (now === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [')
    else answer(path, body, response)
  })
  const host = await listenOnLoopback(server)
  return {
    url: `http://${host}`,
    behave: (how) => {
      behaviour = how
    },
    release() {
      for (const go of waiting) go()
      waiting = []
    },
    requests: (path) => seen.filter((each) => each === path).length,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function behaviourOf(body: string): Behaviour | undefined {
  return (['error', 'garbage', 'stalled'] as const).find((name) => body.includes(`"model":"${name}"`))
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answer(path: string, body: string, response: ServerResponse): void {
  if (path.endsWith('/embeddings')) {
    const { input } = JSON.parse(body) as { input: string | string[] }
    const data = [input].flat().map((words, index) => ({ object: 'embedding', index, embedding: vectorOf(words) }))
    send(response, { object: 'list', model: 'stand-in', data, usage: { prompt_tokens: 1, total_tokens: 1 } })
  } else {
    send(response, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'stand-in',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: PROVIDER_REPLY } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  }
}

/** Makes up a vector; equal words give equal vectors. */
function vectorOf(words: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0.1)
  for (let at = 0; at < words.length; at += 1) vector[words.charCodeAt(at) % DIMENSIONS]! += 1
  return vector
}
