import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const SLOW_WORDS = 'We open at nine.'

/** Starts a model provider that answers only when the test tells it to. */
export async function startSlowModel() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => waiting.push(response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => waiting.length,
    answer() {
      const message = { role: 'assistant', content: SLOW_WORDS }
      const body = {
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'slow',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      }
      for (const response of waiting.splice(0))
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    },
    close: () => server.close().closeAllConnections(),
  }
}
