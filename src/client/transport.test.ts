import { describe, expect, it } from 'vitest'
import { createTransport } from './transport.ts'

type Step = Response | 'broken' | 'silent'

/** A client whose server answers as the steps say, one an attempt, and what it was sent. */
function scripted(...steps: Step[]) {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    const step = steps[sent.length - 1]!
    if (step === 'broken') throw new TypeError('fetch failed')
    if (step === 'silent')
      return new Promise<Response>((_done, fail) =>
        init.signal!.addEventListener('abort', () => fail(init.signal!.reason)),
      )
    return step
  }
  const { send } = createTransport({
    baseUrl: 'http://baton.example/v1/',
    apiKey: 'k',
    fetch: fetch as typeof globalThis.fetch,
  })
  return { send, sent }
}
const ok = () => Response.json({ data: 'done' })
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error: { code, message: 'No.', details: [{ field: 'x', message: 'y' }] }, meta: { request_id: 'r' } },
    { status, headers },
  )
const keyOf = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('idempotency-key')
const post = { method: 'POST', path: '/x', body: { a: 1 } }

describe('a call', () => {
  it('is repeated with the same key until it is answered', async () => {
    const steps = [
      failure(503, 'service_unavailable'),
      'broken',
      failure(409, 'idempotency_in_progress'),
      ok(),
    ] as const
    const { send, sent } = scripted(...steps)
    expect((await send(post)).body).toEqual({ data: 'done' })
    expect(sent.map(({ url }) => url)).toEqual(Array(4).fill('http://baton.example/v1/x'))
    expect(keyOf(sent[0]!)).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(sent.map(keyOf)).size).toBe(1)
  })

  it('waits as long as Retry-After says, and not at all where that is too long', async () => {
    const { send } = scripted(failure(429, 'rate_limit_exceeded', { 'retry-after': '1' }), ok())
    const begun = performance.now()
    await send({ method: 'GET', path: '/x' })
    expect(performance.now() - begun).toBeGreaterThan(990)
    const long = scripted(failure(429, 'rate_limit_exceeded', { 'retry-after': '600' }))
    await expect(long.send(post)).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
  })

  it('is repeated so often and no more', async () => {
    const { send, sent } = scripted('broken', 'broken', ok())
    await expect(send(post, { retries: 1 })).rejects.toMatchObject({ status: 0, code: 'connection_failed' })
    expect(sent).toHaveLength(2)
  })

  it('is not repeated after what a repetition would not change', async () => {
    const { send, sent } = scripted(failure(422, 'validation_failed'), ok())
    const error = { name: 'BatonError', status: 422, code: 'validation_failed', message: 'No.', requestId: 'r' }
    await expect(send(post)).rejects.toMatchObject({ ...error, details: [{ field: 'x', message: 'y' }] })
    expect(sent).toHaveLength(1)
  })

  it('knows that what is gone after a lost answer was deleted by itself', async () => {
    const gone = () => failure(404, 'resource_not_found')
    const lost = scripted('broken', gone())
    expect((await lost.send({ method: 'DELETE', path: '/x' })).status).toBe(404)
    await expect(scripted(gone()).send({ method: 'DELETE', path: '/x' })).rejects.toMatchObject({ status: 404 })
    const limited = scripted(failure(429, 'rate_limit_exceeded'), gone())
    await expect(limited.send({ method: 'DELETE', path: '/x' })).rejects.toMatchObject({ status: 404 })
  })

  it('ends when it takes too long or its caller wants no more', async () => {
    await expect(scripted('silent').send(post, { timeout: 20, retries: 0 })).rejects.toMatchObject({ code: 'timeout' })
    const controller = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 20)
    await expect(scripted('silent').send(post, { signal: controller.signal })).rejects.toBe(reason)
  })

  it('takes no address and no key that can be none', () => {
    const made = (baseUrl: unknown, apiKey: unknown) => () =>
      createTransport({ baseUrl: baseUrl as string, apiKey: apiKey as string })
    for (const baseUrl of [undefined, '', 'localhost:3000', 'ftp://baton.example', 'https://'])
      expect(made(baseUrl, 'k')).toThrow(/^baseUrl must/)
    for (const apiKey of [undefined, '', 'two words', 'ключ'])
      expect(made('https://baton.example', apiKey)).toThrow(/^apiKey must/)
    expect(made('HTTPS://baton.example/v1/', 'k')).not.toThrow()
  })

  it('says what a proxy answered in place of the server', async () => {
    const { send } = scripted(new Response('<h1>Hello</h1>'))
    await expect(send(post)).rejects.toMatchObject({ status: 200, code: 'unexpected_answer' })
  })
})

describe('a stream', () => {
  const event = (number: number) => new TextEncoder().encode(`event: reply.delta\ndata: {"number":${number}}\n\n`)
  const streamed = async (answer: (response: ReadableStreamDefaultController<Uint8Array>) => void) => {
    const fetch = async (_url: unknown, { signal }: RequestInit = {}) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            signal!.addEventListener('abort', () => controller.error(signal!.reason))
            answer(controller)
          },
        }),
      )
    const settings = { baseUrl: 'http://baton.example', apiKey: 'k', fetch: fetch as typeof globalThis.fetch }
    return createTransport(settings).open(post, { timeout: 50, retries: 0 })
  }

  it('waits for whoever reads it as long as that takes', async () => {
    const events = await streamed((response) => {
      response.enqueue(event(1))
      setTimeout(() => response.enqueue(event(2)), 60)
      setTimeout(() => response.close(), 90)
    })
    const numbers: unknown[] = []
    for await (const { data } of events) {
      numbers.push(data)
      await new Promise((done) => setTimeout(done, 150))
    }
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('fails where the server falls silent', async () => {
    const events = await streamed((response) => response.enqueue(event(1)))
    await events.next()
    await expect(events.next()).rejects.toMatchObject({ code: 'timeout' })
  })
})
