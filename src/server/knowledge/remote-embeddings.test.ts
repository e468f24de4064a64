import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createKnowledge } from './knowledge.ts'

type Asked = { authorization: string | undefined; model: string; input: string[]; dimensions?: number }

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** An embeddings server on loopback. A text's vector counts its letters a to h. */
async function embeddingsServer(respond?: (asked: Asked) => { status: number; body: unknown; location?: string }) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await read(request))
    const question = { ...body, authorization: request.headers.authorization }
    asked.push(question)
    const { status, body: answer, location } = respond?.(question) ?? { status: 200, body: embeddingsOf(body.input) }
    const headers = { 'content-type': 'application/json', ...(location && { location }) }
    response.writeHead(status, headers).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const knowledge = createKnowledge({
    server: {
      baseUrl,
      apiKey: 'a-key',
      model: 'letters',
      dimensions: 8,
    },
  })
  closers.push(async () => {
    await knowledge.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { asked, baseUrl, knowledge }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

const letters = (text: string) => [...'abcdefgh'].map((letter) => text.split(letter).length - 1)
const embeddingsOf = (texts: string[]) => ({
  object: 'list',
  model: 'letters',
  data: texts.map((text, index) => ({ object: 'embedding', index, embedding: letters(text) })),
  usage: { prompt_tokens: 1, total_tokens: 1 },
})

describe('an OpenAI-compatible embeddings server', () => {
  it('embeds and answers in place of the built-in model', async () => {
    const { asked, knowledge } = await embeddingsServer()
    expect(knowledge.embeddingModel).toBe('letters@8')
    const contents = ['aaaa', 'bbbb', 'cccc', ...Array.from({ length: 60 }, () => 'dddd')]
    const vectors = await knowledge.embed(contents)
    expect([...vectors[1]!]).toEqual([0, 1, 0, 0, 0, 0, 0, 0])
    expect(asked[0]).toMatchObject({ authorization: 'Bearer a-key', model: 'letters', dimensions: 8 })
    expect(asked).toHaveLength(2)
    const [best] = await knowledge.search({
      agentId: 'a',
      version: 1,
      question: 'bb',
      load: () => [
        contents.map((content, index) => {
          return {
            id: `${index}`,
            sourceId: 's',
            title: '',
            url: null,
            heading: null,
            content,
            embedding: vectors[index]!,
          }
        }),
      ],
    })
    expect(best).toMatchObject({ content: 'bbbb', units: [{ text: 'bbbb' }] })
    expect(best!.similarity).toBeCloseTo(1)
  })

  it('says what went wrong, and works again when the server does', async () => {
    let broken = true
    const { knowledge } = await embeddingsServer(({ input }) => {
      if (broken)
        return { status: 401, body: { error: { message: 'wrong key', type: 'auth', code: null, param: null } } }
      return { status: 200, body: embeddingsOf(input) }
    })
    await expect(knowledge.embed(['a'])).rejects.toThrow('wrong key')
    broken = false
    expect(await knowledge.embed(['a'])).toHaveLength(1)
  })

  it('refuses vectors of another length than configured', async () => {
    const { knowledge } = await embeddingsServer(({ input }) => {
      const body = embeddingsOf(input)
      return { status: 200, body: { ...body, data: body.data.map((item) => ({ ...item, embedding: [1, 2, 3] })) } }
    })
    await expect(knowledge.embed(['a'])).rejects.toThrow('wrong number or length')
  })

  it('sends no text to an address that it is redirected to', async () => {
    const other = await embeddingsServer()
    const { asked, knowledge } = await embeddingsServer(() => {
      return { status: 307, body: {}, location: `${other.baseUrl}/embeddings` }
    })
    await expect(knowledge.embed(['a'])).rejects.toThrow('redirect')
    expect(asked.length).toBeGreaterThan(0)
    expect(other.asked).toEqual([])
  })

  it('refuses an answer that is far too long', async () => {
    const { knowledge } = await embeddingsServer(({ input }) => {
      return { status: 200, body: { ...embeddingsOf(input), model: 'x'.repeat(20_000_000) } }
    })
    await expect(knowledge.embed(['a'])).rejects.toThrow()
  })
})
