import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export const WORDS = 40
export const WORD_MS = 4

/** Starts a model provider that writes numbered words, one every few milliseconds, and counts them by question. */
export async function startSlowWriter() {
  const written = new Map<string, number>()
  const begun = new Map<string, number>()
  let total = 0
  const pace = { wordMs: WORD_MS, words: WORDS, breaksOff: false, goesOn: '', until: Promise.resolve() }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { messages, tools } = JSON.parse(text) as { messages: { role: string; content: string }[]; tools?: object }
    const asked = messages.at(-1)!.content
    if (!tools) return void response.writeHead(503).end() // who is to write a query, not a reply, writes none
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      )
    for (let word = 1; word <= pace.words && !response.destroyed; word += 1) {
      written.set(asked, word)
      total += 1
      if (word === 1) begun.set(asked, performance.now())
      send({ content: `w${word} ` })
      await delay(pace.wordMs)
    }
    await pace.until
    if (pace.breaksOff) return void response.destroy()
    if (pace.goesOn) {
      send({ content: pace.goesOn })
      await delay(200) // longer than pieces are gathered
    }
    send({}, 'stop')
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** How it writes: after its words it waits (`until`), then it goes on with a text, or breaks the connection. */
    pace,
    /** When the first word of an answer was sent, on this process's clock of `performance`. */
    begunAt: (asked: string) => begun.get(asked),
    written: (asked: string) => written.get(asked) ?? 0,
    /** How many words it has written to all questions. */
    total: () => total,
    close: () => server.close().closeAllConnections(),
  }
}
